/** The settings of each engine, as docs/high-availability.md explains them. */
import path from "node:path";

import { balancerPlaces, type DatabaseNode, databaseNodes, etcdMembers, peerPort, type PortalPlace } from "./places.ts";

/** The passwords of the database's roles. */
export interface Secrets {
  readonly superuser: string;
  readonly replication: string;
  readonly owner: string;
  readonly portal: string;
}

export const databaseName = "storyport";

export function etcdCommand(member: (typeof etcdMembers)[number], folder: string): string[] {
  const client = `http://${member.host}:${member.port}`;
  const peer = `http://${member.host}:${peerPort}`;
  const cluster = etcdMembers.map(({ name, host }) => `${name}=http://${host}:${peerPort}`).join(",");
  const options = {
    "--name": member.name,
    "--data-dir": path.join(folder, member.name),
    "--logger": "zap",
    "--listen-client-urls": client,
    "--advertise-client-urls": client,
    "--listen-peer-urls": peer,
    "--initial-advertise-peer-urls": peer,
    "--initial-cluster": cluster,
    "--initial-cluster-state": "new",
    "--initial-cluster-token": databaseName,
    // A busy machine answers late, and must not lose its leader for that.
    "--heartbeat-interval": "300",
    "--election-timeout": "3000",
  };
  // The older interface, see `etcd` of Patroni.
  return ["--enable-v2", ...Object.entries(options).flat()];
}

/** Patroni reads YAML, and JSON is YAML. */
export function patroniSettings(node: DatabaseNode, secrets: Secrets, places: { folder: string; binaries: string }): object {
  const data = path.join(places.folder, node.name);
  return {
    scope: databaseName,
    name: node.name,
    restapi: { listen: `${node.host}:${node.rest}`, connect_address: `${node.host}:${node.restWire}` },
    // Not `etcd3`: there Patroni 3.0 renews the leader's key without a comparison. So a thawed primary takes it from its successor.
    // What the successor has acknowledged is then lost. By the older interface etcd compares.
    // `use_proxies` keeps Patroni to the node's own wires. Otherwise it learns the members' addresses and goes round the wires.
    etcd: { hosts: node.etcdWires.map((port) => `${node.host}:${port}`), use_proxies: true },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 3,
        retry_timeout: 5,
        // A crashed primary is replaced at once instead of being started again.
        primary_start_timeout: 0,
        synchronous_mode: true,
        // If all of etcd is away, the primary goes on while it reaches every other node.
        failsafe_mode: true,
        postgresql: { use_pg_rewind: true, parameters: postgresParameters },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
      pg_hba: [
        "local all all scram-sha-256",
        "host replication replicator 127.0.0.0/8 scram-sha-256",
        "host all all 127.0.0.0/8 scram-sha-256",
      ],
    },
    postgresql: {
      listen: `${node.host}:${node.postgres}`,
      connect_address: `${node.host}:${node.postgresWire}`,
      bin_dir: places.binaries,
      data_dir: path.join(data, "data"),
      pgpass: path.join(places.folder, `${node.name}.pgpass`),
      authentication: {
        superuser: { username: "postgres", password: secrets.superuser },
        replication: { username: "replicator", password: secrets.replication },
      },
      parameters: { unix_socket_directories: data },
    },
  };
}

const postgresParameters = {
  max_connections: 100,
  // `on`: a commit is acknowledged when the standby has it on disk.
  synchronous_commit: "on",
  // The log stays small, because each disk has 700 MB (database-member.ts).
  max_wal_size: "128MB",
  wal_keep_size: "64MB",
  // Ends a connection to a machine that vanished without a word, on the primary and on the standby.
  wal_sender_timeout: "5s",
  wal_receiver_timeout: "5s",
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
  // Behind a frozen PgBouncer a transaction must not wait for ever for the network.
  tcp_user_timeout: "10s",
} as const;

export function pgbouncerSettings(place: { host: string; port: number; name: string }, folder: string): string {
  const { primary } = balancerPlaces;
  return `[databases]
${databaseName} = host=${primary.host} port=${primary.port} dbname=${databaseName}

[pgbouncer]
listen_addr = ${place.host}
listen_port = ${place.port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${path.join(folder, "userlist.txt")}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
; A failover takes seconds: ask for the new primary often, and let requests wait a little.
server_login_retry = 1
server_connect_timeout = 3
server_lifetime = 600
query_wait_timeout = 10
tcp_keepalive = 1
tcp_keepidle = 5
tcp_keepintvl = 2
tcp_keepcnt = 3
tcp_user_timeout = 10000
log_connections = 0
log_disconnections = 0
`;
}

export function userList({ portal }: Pick<Secrets, "portal">): string {
  return `"storyport" "${portal}"\n`;
}

export function haproxySettings(portals: readonly PortalPlace[], certificate: string): string {
  const { web, primary, state } = balancerPlaces;
  const portalLines = portals.map(({ name, host, port }) => `  server ${name} ${host}:${port} check`);
  const nodeLines = databaseNodes.map(
    ({ name, host, postgresWire, restWire }) => `  server ${name} ${host}:${postgresWire} check port ${restWire}`,
  );
  return `global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 30s
  timeout check 2s
  # Idle connections of clients stay open this long. The portals keep theirs for 65 s.
  timeout http-keep-alive 60s

frontend portal
  bind ${web.host}:${web.port} ssl crt ${certificate} alpn http/1.1
  option forwardfor
  # Clients must not choose these.
  http-request del-header x-request-id
  http-request del-header traceparent
  # While PostgreSQL is away, people get the portals' own page in their language, and not this program's.
  use_backend portals-without-database if { nbsrv(portals) eq 0 }
  default_backend portals

backend portals
  balance roundrobin
  option httpchk GET /readyz/database
  http-check expect status 200
  # A request that never reached a portal is sent to another portal. Of requests that may have reached a portal, only a GET is repeated.
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response
  # METH_GET is GET and HEAD. The paths use something up: a badge's code, a provider's answer, a consent. They would be refused next time.
  http-request disable-l7-retry unless METH_GET
  http-request disable-l7-retry if { path_end /qr/login /callback /analytics/access }
  default-server inter 1s fastinter 500ms downinter 500ms fall 2 rise 1
${portalLines.join("\n")}

backend portals-without-database
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  default-server inter 2s fall 2 rise 1
${portalLines.join("\n")}

# Leads each connection to the primary. Patroni's REST interface of each node says whether it is the primary.
listen primary
  bind ${primary.host}:${primary.port}
  mode tcp
  timeout client 1h
  timeout server 1h
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodeLines.join("\n")}

listen state
  bind ${state.host}:${state.port}
  stats enable
  stats uri /
`;
}
