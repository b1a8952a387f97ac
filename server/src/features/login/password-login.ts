export interface PasswordLogin {
  email: string;
  password: string;
  deviceName: string;
  deviceSecret: string | undefined;
  formerSessionSecret: string | undefined;
}
