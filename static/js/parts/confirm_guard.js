// Ignores the second of two quick taps where a question has just appeared.

// Compares the time of the tap with the time of the question.
export const isRead = ({ timeStamp }, asked) => timeStamp - asked > 500;
