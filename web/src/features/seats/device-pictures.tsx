import { pictureAddress, picturesOf } from "@storyport/contract/user-code";
import type { DevicePicture } from "@storyport/contract/user-code";
import { m } from "@storyport/texts/messages";
import styles from "./seats.module.css";

/** The two pictures that the device with this code shows. */
export function DevicePictures({ userCode, size = 72 }: { userCode: string; size?: number }) {
  return (
    <span className={styles["pictures"]}>
      {picturesOf(userCode).map((picture) => (
        <img key={picture} src={pictureAddress(picture)} alt={words[picture]()} width={size} height={size} />
      ))}
    </span>
  );
}

const words: Record<DevicePicture, () => string> = {
  anchor: () => m["seats.pictureAnchor"](),
  boat: () => m["seats.pictureBoat"](),
  lighthouse: () => m["seats.pictureLighthouse"](),
  fish: () => m["seats.pictureFish"](),
  whale: () => m["seats.pictureWhale"](),
  crab: () => m["seats.pictureCrab"](),
  starfish: () => m["seats.pictureStarfish"](),
  octopus: () => m["seats.pictureOctopus"](),
  jellyfish: () => m["seats.pictureJellyfish"](),
  turtle: () => m["seats.pictureTurtle"](),
  shell: () => m["seats.pictureShell"](),
  duck: () => m["seats.pictureDuck"](),
  palm: () => m["seats.picturePalm"](),
  sun: () => m["seats.pictureSun"](),
  moon: () => m["seats.pictureMoon"](),
  cloud: () => m["seats.pictureCloud"](),
  umbrella: () => m["seats.pictureUmbrella"](),
  bucket: () => m["seats.pictureBucket"](),
  key: () => m["seats.pictureKey"](),
  bell: () => m["seats.pictureBell"](),
};
