// Totals in the heads of a sheet, and the star of the leader.

// The text of a column's total; a changed total, during a correction, has none.
export function totalText(head) {
  const total = head.querySelector("em span:not(.vh)") ?? head.querySelector("em");
  return [...total.childNodes].find(({ nodeType, data }) => nodeType === 3 && data.trim());
}

// The star stands beside the highest total, and is spoken where it was before.
export function moveStar(heads) {
  const totals = heads.map((head) => Number(totalText(head)?.data.replace("−", "-")));
  const most = Math.max(...totals);
  // sides have their totals above the sheet
  if (Number.isNaN(most) || heads.some((head) => head.matches(".part"))) return;
  const isOpen = totals.some((total) => total < most);
  const spoken = document.querySelector(".sheet .lead em > .vh");
  heads.forEach((head, place) => {
    const leads = isOpen && totals[place] === most && !head.matches(".out");
    if (spoken && head.matches(".lead") !== leads) {
      if (leads) head.querySelector("em").prepend(spoken.cloneNode(true));
      else head.querySelector("em > .vh").remove();
    }
    head.classList.toggle("lead", leads);
  });
}
