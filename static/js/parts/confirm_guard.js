// Tells a deliberate answer from the second of two quick taps where a question has just appeared.

// `asked`: when the question appeared.
export const isDeliberate = ({ timeStamp }, asked) => timeStamp - asked > 500;
