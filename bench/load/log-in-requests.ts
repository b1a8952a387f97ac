import { teacherEmail } from "#/stores/fill-portal.ts";
import { postRequest } from "./connection.ts";

/** Returns a function that makes requests: each logs in the next teacher, from a browser unknown to the portal. */
export function logInRequests(port: number, { accounts, password }: { accounts: number; password: string }): () => string {
  let next = 0;
  return () => {
    next = (next % accounts) + 1;
    return postRequest("/api/auth/pw/login", port, { email: teacherEmail(next), password, deviceName: "Measurement" });
  };
}
