import { Component } from "react";
import type { ReactNode } from "react";
import { ErrorPage } from "./error-page.tsx";

/** Shows the error page if a child fails to render. */
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
