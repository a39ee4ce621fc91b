// As it stands, late, refused: what a page of ours answers with. Anything else is trouble.

export const ANSWERS = [200, 409, 422];
