import type { UserDetails } from "@storyport/contract/user-details";
import { m } from "@storyport/texts/messages";

/** An action of an administrator or manager on an account besides editing: when it is offered, its question, and its result. */
export interface UserAction {
  key:
    | "activate"
    | "deactivate"
    | "reactivate"
    | "sendLink"
    | "endSessions"
    | "resetSecondFactor"
    | "resetPasskeys"
    | "delete"
    | "confirmEmail"
    | "cancelEmail";
  isOffered: (user: UserDetails, isOneself: boolean) => boolean;
  name: (user: UserDetails) => string;
  question: () => string;
  /** What the action will do, sentence by sentence. */
  words: (user: UserDetails) => readonly string[];
  /** The button of the question is red. */
  isDanger: boolean;
  done: () => string;
}

const sendLinkName = ({ letterNeeded }: UserDetails) => (letterNeeded === "RESET" ? m["users.sendReset"]() : m["users.sendActivation"]());

/** In the order of the buttons. */
export const userActions: readonly UserAction[] = [
  {
    key: "activate",
    isOffered: ({ status, may }) => status === "CREATED" && may.edit,
    name: () => m["users.activate"](),
    question: () => m["users.activateQuestion"](),
    words: () => [m["users.activateWords"]()],
    isDanger: false,
    done: () => m["users.activateDone"](),
  },
  {
    key: "reactivate",
    isOffered: ({ may }) => may.reactivate,
    name: () => m["users.reactivate"](),
    question: () => m["users.reactivateQuestion"](),
    words: () => [m["users.reactivateWords"]()],
    isDanger: false,
    done: () => m["users.reactivateDone"](),
  },
  {
    key: "confirmEmail",
    isOffered: ({ may }) => may.confirmEmail,
    name: () => m["users.confirmEmail"](),
    question: () => m["users.confirmEmailQuestion"](),
    words: ({ emailProposal }) => [
      m["users.confirmEmailAddress"]({ email: emailProposal?.email ?? "" }),
      m["users.confirmEmailWords"](),
      m["users.confirmEmailEnds"](),
    ],
    isDanger: true,
    done: () => m["users.confirmEmailDone"](),
  },
  {
    key: "cancelEmail",
    isOffered: ({ may, emailProposal }) => may.edit && emailProposal !== null,
    name: () => m["users.cancelEmail"](),
    question: () => m["users.cancelEmailQuestion"](),
    words: () => [m["users.cancelEmailWords"]()],
    isDanger: false,
    done: () => m["users.cancelEmailDone"](),
  },
  {
    key: "sendLink",
    isOffered: ({ may, letterNeeded }) => may.edit && letterNeeded !== undefined,
    name: sendLinkName,
    question: () => m["users.sendLinkQuestion"](),
    words: () => [m["users.sendLinkWords"]()],
    isDanger: false,
    done: () => m["users.sendLinkDone"](),
  },
  {
    key: "endSessions",
    isOffered: ({ status, may }, isOneself) => status === "ACTIVE" && may.edit && !isOneself,
    name: () => m["users.endSessions"](),
    question: () => m["users.endSessionsQuestion"](),
    words: () => [m["users.endSessionsWords"]()],
    isDanger: true,
    done: () => m["users.endSessionsDone"](),
  },
  {
    key: "resetSecondFactor",
    isOffered: ({ may }) => may.resetSecondFactor,
    name: () => m["users.resetFactor"](),
    question: () => m["users.resetFactorQuestion"](),
    words: () => [m["users.resetFactorWords"](), m["users.resetFactorCare"]()],
    isDanger: true,
    done: () => m["users.resetFactorDone"](),
  },
  {
    key: "resetPasskeys",
    isOffered: ({ may }) => may.resetPasskeys,
    name: () => m["users.resetPasskeys"](),
    question: () => m["users.resetPasskeysQuestion"](),
    words: () => [m["users.resetPasskeysWords"](), m["users.resetFactorCare"]()],
    isDanger: true,
    done: () => m["users.resetPasskeysDone"](),
  },
  {
    key: "deactivate",
    isOffered: ({ status, may }, isOneself) => status === "ACTIVE" && may.edit && !isOneself,
    name: () => m["users.deactivate"](),
    question: () => m["users.deactivateQuestion"](),
    words: () => [m["users.deactivateWords"](), m["users.deactivateBack"]()],
    isDanger: true,
    done: () => m["users.deactivateDone"](),
  },
  {
    key: "delete",
    isOffered: ({ may }) => may.delete,
    name: () => m["users.delete"](),
    question: () => m["users.deleteQuestion"](),
    words: () => [m["users.deleteWords"](), m["users.deleteForGood"]()],
    isDanger: true,
    done: () => m["users.deleteDone"](),
  },
];
