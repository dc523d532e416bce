const Card = () => <p>x</p>;
