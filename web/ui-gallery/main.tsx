import { createRoot } from "react-dom/client";
import "#/styles/tokens.css";
import "#/styles/base.css";
import { AdminSample } from "./admin-sample.tsx";
import { DoneSample } from "./done-sample.tsx";
import { Gallery } from "./gallery.tsx";
import { LoginSample } from "./login-sample.tsx";

const samples = { login: LoginSample, admin: AdminSample, done: DoneSample, all: Gallery };
const wanted = new URLSearchParams(window.location.search).get("page") ?? "all";
const Sample = Object.entries(samples).find(([name]) => name === wanted)?.[1] ?? Gallery;
const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<Sample />);
