import type { ReactNode } from "react";
import { Badge } from "#/ui/badge.tsx";
import { LoginTypeLogo } from "#/ui/brand/login-type-logo.tsx";
import { HarbourScene } from "#/ui/brand/harbour-scene.tsx";
import { Logo, logoLinkClass } from "#/ui/brand/logo.tsx";
import { Menu, MenuItem, menuItemClass } from "#/ui/menu.tsx";
import { Page, pictureClass } from "#/ui/page.tsx";

type FrameProps = { children: ReactNode; variant: "scene" | "plain"; loggedIn?: boolean };

/** Header and footer like those of the product, without the choice of the language. */
export function Frame({ children, variant, loggedIn = false }: FrameProps) {
  return (
    <Page
      variant={variant}
      skipText="Skip to content"
      brand={
        <a href="?page=login" className={logoLinkClass}>
          <Logo name="Storyport" />
        </a>
      }
      picture={
        <div className={pictureClass}>
          <HarbourScene />
        </div>
      }
      actions={loggedIn && <UserMenu />}
      footer={
        <>
          <a href="https://storyport.example">storyport.example</a>
          <a href="mailto:support@storyport.example">support@storyport.example</a>
        </>
      }
    >
      {children}
    </Page>
  );
}

function UserMenu() {
  return (
    <Menu
      label={
        <>
          <LoginTypeLogo type="FEIDE" />
          <span>teacher@fjordskolen.example</span>
        </>
      }
      heading={
        <>
          Logged in as <strong>teacher@fjordskolen.example</strong> <Badge tone="accent">Feide</Badge>
        </>
      }
    >
      {["My profile", "Players", "Admin page", "Logout"].map((entry, index) => (
        <MenuItem key={entry}>
          <a className={menuItemClass} href="#main" aria-current={index === 1 ? "page" : undefined}>
            {entry}
          </a>
        </MenuItem>
      ))}
    </Menu>
  );
}
