import type { SessionUser } from "@storyport/contract/login";
import type { LoginType } from "@storyport/contract/vocabulary";
import { m } from "@storyport/texts/messages";
import type { MouseEvent } from "react";
import { addTextsEverywhere } from "#/api/failure-text.ts";
import { LoginTypeLogo } from "#/ui/brand/login-type-logo.tsx";
import { Breakable } from "#/ui/breakable.tsx";
import { Menu, MenuItem, menuItemClass } from "#/ui/menu.tsx";
import { VisuallyHidden } from "#/ui/visually-hidden.tsx";
import { usePortal } from "./portal.ts";
import styles from "./user-menu.module.css";

// Every page of a logged-in user has this menu.
addTextsEverywhere({
  // The user has answered the question for a confirmation with "Cancel".
  "errors.loginTooOld": () => m["errors.loginTooOld"](),
  "errors.supportViewOnly": () => m["errors.supportViewOnly"](),
  "errors.supportViewOver": () => m["errors.supportViewOver"](),
  "errors.otherAccount": () => m["errors.otherAccount"](),
});

interface UserMenuProps {
  user: SessionUser;
  /** Opens a page of the logged-in area without leaving the document, if the area is already open. */
  follow?: ((href: string) => void) | undefined;
}

/** Shows the user's address, else the name, and the login type. Links to the user's pages (specification, section 2, shared chrome). */
export function UserMenu({ user, follow }: UserMenuProps) {
  const [path] = usePortal().address.split("?", 1);
  const to = (href: string) => ({
    href,
    className: menuItemClass,
    "aria-current": path === href ? ("page" as const) : undefined,
    onClick: (event: MouseEvent) => {
      if (follow === undefined || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      follow(href);
    },
  });
  const name = user.email ?? user.displayName ?? user.accountId;
  return (
    <Menu
      // No `aria-label`, because its words "with a password" would answer a search for the field "Password".
      label={
        <>
          <VisuallyHidden>{`${m["userMenu.open"]()}: `}</VisuallyHidden>
          <LoginTypeLogo type={user.loginType} />
          <span>{name}</span>
          <VisuallyHidden>{`, ${wayIn(user.loginType)}`}</VisuallyHidden>
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
        <a {...to("/users/me")}>{m["userMenu.profile"]()}</a>
      </MenuItem>
      <MenuItem>
        <a {...to("/players")}>{m["userMenu.players"]()}</a>
      </MenuItem>
      {user.permissions.includes("admin") && (
        <MenuItem>
          <a {...to("/admin")}>{m["userMenu.admin"]()}</a>
        </MenuItem>
      )}
      <MenuItem>
        <a href="/logout" className={menuItemClass}>
          {m["userMenu.logOut"]()}
        </a>
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
    // The portal has no login by API. The type only belongs to the vocabulary.
    case "API":
      return m["userMenu.loggedInWithPassword"]();
  }
}
