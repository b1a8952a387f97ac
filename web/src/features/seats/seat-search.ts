/**
 * The search params of /seat. `user_code`: the code, if the device showed it in a QR code (RFC 8628 names the parameter). `lessonId`: the lesson
 * that the teacher came from.
 */
export interface SeatSearch {
  user_code?: string;
  lessonId?: string;
}

export function readSeatSearch(search: { user_code?: unknown; lessonId?: unknown }): SeatSearch {
  const { user_code: userCode, lessonId } = search;
  // No code is that long, so the rest of a longer text is dropped.
  return {
    ...(typeof userCode === "string" && { user_code: userCode.slice(0, 32) }),
    ...(typeof lessonId === "string" && { lessonId }),
  };
}
