import { Component } from "react";
import type { ReactNode } from "react";
import { ErrorPage } from "./error-page.tsx";

/** Stands the error page in place of what failed while it was drawn. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    if (!("error" in this.state)) return this.props.children;
    return <ErrorPage error={this.state.error} onRetry={() => location.reload()} />;
  }
}
