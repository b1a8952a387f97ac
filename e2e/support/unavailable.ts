/** The portal's answer while its database is away, for `page.route`. */
export const unavailable = { status: 503, json: { message: "down", code: "errors.unavailable", requestId: "1" } } as const;
