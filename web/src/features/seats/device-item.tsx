import type { Device } from "@storyport/contract/seats";
import { m } from "@storyport/texts/messages";
import { formatAgo } from "#/shell/dates.ts";
import { Button } from "#/ui/button.tsx";
import { Item } from "#/ui/item-list.tsx";
import { Row } from "#/ui/stack.tsx";

interface DeviceItemProps {
  device: Device;
  onRename: () => void;
  onRemove: () => void;
}

/** A device of the school: its game, when it was last seen, and the class that used it last. */
export function DeviceItem({ device, onRename, onRemove }: DeviceItemProps) {
  const { name, gameName, lastSeenAt, groupName } = device;
  return (
    <Item
      name={<bdi>{name}</bdi>}
      details={
        <>
          <p>{m["seats.lastSeen"]({ game: gameName, time: formatAgo(lastSeenAt) })}</p>
          {groupName !== undefined && (
            <p>
              <bdi>{m["seats.lastClass"]({ group: groupName })}</bdi>
            </p>
          )}
        </>
      }
      actions={
        <Row>
          <Button variant="secondary" aria-label={m["seats.renameOf"]({ name })} onClick={onRename}>
            {m["seats.rename"]()}
          </Button>
          <Button variant="quiet" aria-label={m["seats.removeOf"]({ name })} onClick={onRemove}>
            {m["seats.remove"]()}
          </Button>
        </Row>
      }
    />
  );
}
