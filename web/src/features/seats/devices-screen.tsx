import { listDevices } from "@storyport/contract/seats";
import type { Device } from "@storyport/contract/seats";
import { m } from "@storyport/texts/messages";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { MissingPage } from "#/shell/missing-page.tsx";
import { buttonClass } from "#/ui/button-class.ts";
import { ItemList } from "#/ui/item-list.tsx";
import { Notice } from "#/ui/notice.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { DeviceItem } from "./device-item.tsx";
import { RemoveQuestion } from "./remove-question.tsx";
import { RenameQuestion } from "./rename-question.tsx";
import { deviceListTexts } from "./seat-texts.ts";

/** The devices of the school of a class, for teachers who may seat children there. */
export function DevicesScreen({ playerGroupId }: { playerGroupId: string }) {
  const { data, error, refetch } = useEndpoint(listDevices, { params: { playerGroupId } });
  const [asked, setAsked] = useState<{ device: Device; about: "rename" | "remove" }>();
  if (data === undefined) {
    return (
      <MissingPage
        heading={m["seats.ofSchool"]()}
        error={error}
        text={({ failure }) => failureText(failure, deviceListTexts)}
        onRetry={() => void refetch()}
      >
        <BackToLesson playerGroupId={playerGroupId} />
      </MissingPage>
    );
  }
  const close = () => setAsked(undefined);
  return (
    <>
      <PageHeading intro={m["seats.listIntro"]()}>{m["seats.ofSchool"]()}</PageHeading>
      {data.devices.length === 0 && <Notice quiet>{m["seats.noDevices"]()}</Notice>}
      <ItemList>
        {data.devices.map((device) => (
          <DeviceItem
            key={device.id}
            device={device}
            onRename={() => setAsked({ device, about: "rename" })}
            onRemove={() => setAsked({ device, about: "remove" })}
          />
        ))}
      </ItemList>
      {asked?.about === "rename" && <RenameQuestion playerGroupId={playerGroupId} device={asked.device} onClose={close} />}
      {asked?.about === "remove" && <RemoveQuestion playerGroupId={playerGroupId} device={asked.device} onClose={close} />}
      <BackToLesson playerGroupId={playerGroupId} />
    </>
  );
}

function BackToLesson({ playerGroupId }: { playerGroupId: string }) {
  return (
    <Link to="/player-groups/$playerGroupId/lesson" params={{ playerGroupId }} className={buttonClass("quiet")}>
      {m["seats.back"]()}
    </Link>
  );
}
