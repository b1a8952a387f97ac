/** The lower bound: one Fastify route with the constant answer of validate-auth. */
import Fastify from "fastify";

const user = {
  accountId: "0b9f2c7e-6a51-4d0e-9d53-7a8f1f6f2c11",
  orgId: "7d3f1a90-2f0b-4f0a-8f6c-5b1f0e9a4c22",
  email: "teacher123456@bench.example",
  loginType: "PASSWORD",
  displayName: "Teacher 123456",
  roles: ["teacher"],
  permissions: ["login", "login_dashboard", "manage_players", "set_display_name", "view_user_group"],
};

const app = Fastify();
app.get("/", async () => user);
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
process.on("disconnect", () => process.exit(0));
process.send?.({ ready: true });
