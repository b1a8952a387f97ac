/**
 * Where each part of the cluster listens: loopback addresses that stand for machines. Linux has all of 127.0.0.0/8. Ports from 5900 to 5999 are
 * ours, and others are the engines' own. docs/high-availability.md names both.
 */

export interface Place {
  readonly host: string;
  readonly port: number;
}

export interface DatabaseNode {
  readonly name: string;
  readonly host: string;
  /** PostgreSQL and Patroni's REST interface, as the machine itself sees them. */
  readonly postgres: number;
  readonly rest: number;
  /** The same as other machines see them: wires in between that can be cut. */
  readonly postgresWire: number;
  readonly restWire: number;
  /** The wires to the members of etcd, in their order. */
  readonly etcdWires: readonly number[];
}

const clientPort = 2379;
export const peerPort = 2380;

export const etcdMembers: readonly (Place & { readonly name: string })[] = [11, 12, 13].map((last, index) => ({
  name: `etcd${index + 1}`,
  host: `127.0.0.${last}`,
  port: clientPort,
}));

export const databaseNodes: readonly DatabaseNode[] = [14, 15].map((last, index) => ({
  name: `pg${index + 1}`,
  host: `127.0.0.${last}`,
  postgres: 5432,
  rest: 8008,
  postgresWire: 5900,
  restWire: 5908,
  etcdWires: [5911, 5912, 5913],
}));

const balancer = "127.0.0.16";
export const balancerPlaces = {
  web: { host: balancer, port: 5943 },
  primary: { host: balancer, port: 5432 },
  /** A page for people: which servers the balancer uses. */
  state: { host: balancer, port: 5970 },
} as const satisfies Record<string, Place>;

export const poolers: readonly (Place & { readonly name: string })[] = [17, 18].map((last, index) => ({
  name: `pgbouncer${index + 1}`,
  host: `127.0.0.${last}`,
  port: 6432,
}));

export interface PortalPlace extends Place {
  readonly name: string;
  readonly management: number;
}

/** At most nine. */
export function portalPlaces(count: number): readonly PortalPlace[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `portal${index + 1}`,
    host: "127.0.0.19",
    port: 5951 + index,
    management: 5961 + index,
  }));
}

/** The stand-ins' five ports; the mailbox and its SMTP are the last two. */
export const standInsPort = 5930;
export const mailboxUrl = `http://127.0.0.1:${standInsPort + 3}`;
export const smtpUrl = `smtp://127.0.0.1:${standInsPort + 4}`;

export const publicUrl = `https://${balancerPlaces.web.host}:${balancerPlaces.web.port}`;
