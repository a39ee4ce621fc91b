// Statuses of the app's own responses: done, conflict and refused. Any other is an error.

export const ANSWERS = [200, 409, 422];
