// A question that was typed is there again after a reload.

const field = document.getElementById("question");
const key = `question ${location.pathname.split("/").slice(0, 3).join("/")}`;

if (field) {
  field.value ||= sessionStorage.getItem(key) ?? "";
  document.addEventListener("input", (event) => {
    if (event.target.id === "question") sessionStorage.setItem(key, event.target.value);
  });
}
