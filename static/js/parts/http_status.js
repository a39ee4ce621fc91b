// Statuses of the app's own responses: done, conflict and refused. Any other is an error.

export const ANSWERED = [200, 409, 422];
