// A question that was typed is there again after a reload, and its answer when one comes back from what it cites.

const field = document.getElementById("question");
const key = `question ${location.pathname.split("/").slice(0, 3).join("/")}`;

const remember = (more) => history.replaceState({ ...history.state, ...more }, "");

// Ask again what this place in the history had asked, and go back to the citation that was opened.
function restore({ asked, opened }) {
  field.value = asked;
  const back = () => document.querySelector(`#answer a[href="${CSS.escape(opened)}"]`)?.focus();
  document.getElementById("preview").addEventListener("put", back, { once: true });
  document.getElementById("ask").requestSubmit();
}

if (field) {
  field.value ||= sessionStorage.getItem(key) ?? "";
  document.addEventListener("input", (event) => {
    if (event.target.id === "question") sessionStorage.setItem(key, event.target.value);
  });
  document.addEventListener("put", (event) => {
    if (event.target.id === "preview") remember({ asked: document.getElementById("question").value });
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#answer a[href]");
    if (link) remember({ opened: link.getAttribute("href") });
  });
  if (history.state?.asked && !document.getElementById("outcome")) restore(history.state);
}
