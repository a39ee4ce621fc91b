// A yes lies where its question came: the second of two quick taps there has read nothing.

// By the tap, and the moment at which the question was asked.
export const isRead = ({ timeStamp }, asked) => timeStamp - asked > 500;
