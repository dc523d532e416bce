// The question survives a reload, and its answer is there again when a person comes back from a citation.

const field = document.getElementById("question");
const key = `question ${location.pathname.split("/").slice(0, 3).join("/")}`;

const remember = (more) => history.replaceState({ ...history.state, ...more }, "");

// Ask the question of this history entry again, and focus the citation that was opened.
function restore({ asked, opened }) {
  field.value = asked;
  const focusCitation = () => document.querySelector(`#answer a[href="${CSS.escape(opened)}"]`)?.focus();
  document.getElementById("preview").addEventListener("region-replaced", focusCitation, { once: true });
  document.getElementById("ask").requestSubmit();
}

if (field) {
  field.value ||= sessionStorage.getItem(key) ?? "";
  document.addEventListener("input", (event) => {
    if (event.target.id === "question") sessionStorage.setItem(key, event.target.value);
  });
  document.addEventListener("region-replaced", (event) => {
    if (event.target.id === "preview") remember({ asked: document.getElementById("question").value });
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#answer a[href]");
    if (link) remember({ opened: link.getAttribute("href") });
  });
  if (history.state?.asked && !document.getElementById("outcome")) restore(history.state);
}
