// The heads of a sheet of rounds while some wait on the phone: totals, points to the target, the leader's star, the
// dealer.
import { moveStar, totalText } from "./leader_star.js";

export const figure = (points) => String(points).replace("-", "−");

export function drawHeads({ sides, target }, { totals, dealer }) {
  const heads = [...document.querySelectorAll(".sheet thead th")];
  heads.forEach((head, place) => {
    totalText(head).data = figure(totals[place]);
    head.querySelector(".reach rect").setAttribute("width", Math.max(0, Math.floor((100 * totals[place]) / target)));
    const left = [...head.querySelector("small").childNodes].find(({ data }) => /\d/.test(data));
    if (left) left.data = left.data.replace(/\d+/, Math.max(0, target - totals[place]));
  });
  moveStar(heads);
  moveDealer(heads[sides.findIndex((side) => side.includes(dealer))]);
}

function moveDealer(head) {
  const mark = document.querySelector(".sheet thead .i-deal");
  const spoken = mark?.closest("th").querySelector("small > .vh");
  if (!spoken || head.contains(mark)) return;
  head.querySelector("b").after(mark);
  head.querySelector("small").prepend(spoken);
}
