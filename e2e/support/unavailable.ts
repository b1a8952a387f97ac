/** What the portal answers while its database is away; `page.route` has it answer so. */
export const unavailable = { status: 503, json: { message: "down", code: "errors.unavailable", requestId: "1" } } as const;
