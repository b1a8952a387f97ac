import { ApiError } from "./api-error.ts";

/** Code that is fetched when it is first needed. Where it cannot be had the call that needed it fails as one that found no server. */
export async function lateCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const message = "The portal could not be reached.";
    throw new ApiError({ status: 0, statusText: "", code: "errors.offline", message }, { cause });
  }
}
