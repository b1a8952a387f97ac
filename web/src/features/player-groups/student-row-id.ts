/** The id of a student's name in the list of the class, which can get the focus. */
export const studentRowId = (userId: string): string => `student-${userId}`;
