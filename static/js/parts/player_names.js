// Names of a new game: a typed name gets its avatar, the main button says who starts, and a row is added below the
// last one.

document.addEventListener("input", (event) => {
  const field = event.target;
  if (!field.matches(".seats[data-most] .field")) return;
  const line = field.closest("li");
  const list = line.parentNode;
  const name = field.value.trim();
  line.querySelector(".c").textContent = [...name.toUpperCase()][0] || "";
  line.querySelector(".c").hidden = !name;
  if (name && line === list.lastElementChild && list.children.length < Number(list.dataset.most)) addRow(list);
  const start = document.querySelector("#start");
  const names = [...list.querySelectorAll("[name=name]")].map((each) => each.value.trim()).filter(Boolean);
  // row 0 is the last: it deals where no dealer is named
  const first = names.at(Number(start?.dataset.line) - 1);
  updateDealers(names);
  if (start) start.textContent = first ? start.dataset.pattern.replace("{}", () => first) : start.dataset.nobody;
});

// The choice of the first dealer lists all named players; without a choice it is the last one.
function updateDealers(names) {
  const list = document.querySelector("#dealer-title + fieldset .seg");
  if (!list || !names.length) return;
  if (list.children.length !== names.length) askSides(list.closest("fieldset"), names.length);
  names.forEach((name, at) => {
    if (!list.children[at]) {
      const label = list.lastElementChild.cloneNode(true);
      const radio = label.querySelector("input");
      radio.removeAttribute("checked");
      Object.assign(radio, { id: `dealer-${at + 1}`, value: at + 1, checked: false });
      list.append(label);
    }
    list.children[at].querySelector("span").textContent = name;
  });
  while (list.children.length > names.length) list.lastElementChild.remove();
  const shown = document.querySelector("[name=dealer_shown]");
  if (!shown) return;
  if (list.querySelector("input:checked")?.value === shown.value) list.lastElementChild.querySelector("input").checked = true;
  shown.value = names.length;
  moveMark(Number(list.querySelector("input:checked")?.value));
}

// With another number of names, the question of the sides is asked anew, or not at all.
function askSides(dealers, players) {
  document.querySelectorAll("#sides-title, #sides-title + fieldset, .list.sides, #sides-now, #partners").forEach((part) => part.remove());
  const question = document.querySelector(`template[data-players="${players}"]`);
  if (question) dealers.after(question.content.cloneNode(true));
}

// "deals" stands beside the name of the first dealer.
function moveMark(dealer) {
  const named = [...document.querySelectorAll(".seats [name=name]")].filter((field) => field.value.trim());
  const mark = document.querySelector(".seats small");
  if (mark) named[dealer - 1]?.closest("li").querySelector(".field, .grow").after(mark);
}

function addRow(list) {
  const old = list.lastElementChild;
  const line = old.cloneNode(true);
  const from = list.children.length;
  const field = line.querySelector(".field");
  line.className = "";
  line.querySelectorAll("button, small, .err").forEach((each) => each.remove());
  line.querySelector(".n").textContent = from + 1;
  line.querySelector(".c").className = `c c${(from % 10) + 1}`;
  line.querySelector(".c").hidden = true;
  field.id = `name-${from + 1}`;
  field.setAttribute("aria-label", field.getAttribute("aria-label").replace(from, from + 1));
  field.removeAttribute("autofocus");
  field.setAttribute("value", "");
  field.value = "";
  list.append(line);
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches(".seats[data-most] .field")) return;
  const fields = [...event.target.closest(".seats").querySelectorAll(".field")];
  const next = fields[fields.indexOf(event.target) + 1];
  event.preventDefault();
  if (next) next.focus();
  else event.target.blur();
});

// Scroll the fields that a stake kind opens out from under the main button, with their example.
document.addEventListener("change", (event) => {
  if (!event.target.matches("#stake-kinds [type=radio]")) return;
  document.querySelector("#stake-kinds > .amount")?.scrollIntoView({ block: "nearest" });
});
