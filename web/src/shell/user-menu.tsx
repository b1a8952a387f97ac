import type { SessionUser } from "@storyport/contract/login";
import type { LoginType } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { LoginTypeLogo } from "#/ui/brand/login-type-logo.tsx";
import { Breakable } from "#/ui/breakable.tsx";
import { Menu, MenuItem, menuItemClass } from "#/ui/menu.tsx";
import styles from "./user-menu.module.css";

/** Who is logged in and how, and the pages of their own (specification, section 2, shared chrome). */
export function UserMenu({ user }: { user: SessionUser }) {
  const name = user.email ?? user.displayName ?? user.accountId;
  return (
    <Menu
      accessibleLabel={`${m["userMenu.open"]()}: ${name}, ${wayIn(user.loginType)}`}
      label={
        <>
          <LoginTypeLogo type={user.loginType} />
          <span className={styles["name"]}>{name}</span>
        </>
      }
      heading={
        <>
          <span className={styles["as"]}>{m["userMenu.loggedInAs"]()}</span>
          <strong className={styles["who"]}>
            <Breakable text={name} />
          </strong>
          <span className={styles["as"]}>{wayIn(user.loginType)}</span>
        </>
      }
    >
      <MenuItem>
        <Link to="/users/me" className={menuItemClass}>
          {m["userMenu.profile"]()}
        </Link>
      </MenuItem>
      <MenuItem>
        <Link to="/players" className={menuItemClass}>
          {m["userMenu.players"]()}
        </Link>
      </MenuItem>
      {user.permissions.includes("admin") && (
        <MenuItem>
          <Link to="/admin" className={menuItemClass}>
            {m["userMenu.admin"]()}
          </Link>
        </MenuItem>
      )}
      <MenuItem>
        <Link to="/logout" className={menuItemClass}>
          {m["userMenu.logOut"]()}
        </Link>
      </MenuItem>
    </Menu>
  );
}

function wayIn(loginType: LoginType): string {
  switch (loginType) {
    case "FEIDE":
      return m["userMenu.loggedInWithFeide"]();
    case "GOOGLE":
      return m["userMenu.loggedInWithGoogle"]();
    case "APPLE":
      return m["userMenu.loggedInWithApple"]();
    case "QRCODE":
      return m["userMenu.loggedInWithQrCode"]();
    case "PASSWORD":
    case "API":
      return m["userMenu.loggedInWithPassword"]();
  }
}
