export interface PasswordLogin {
  email: string;
  password: string;
  deviceName: string;
  /** The secret of the cookie by which accounts know this browser. */
  deviceSecret: string | undefined;
  /** The secret of the session that this browser had before. The login ends that session. */
  formerSessionSecret: string | undefined;
}
