import type { AuditEvent } from "@storyport/contract/audit";

/** A logout that names neither its actor nor an organization. */
export function anEvent(parts: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id: "1",
    at: "2026-11-22T08:00:00.000Z",
    event: "logged_out",
    actorId: null,
    actor: null,
    targetId: null,
    target: null,
    targetKind: null,
    organizationId: null,
    organizationKey: null,
    network: null,
    requestId: null,
    details: {},
    ...parts,
  };
}
