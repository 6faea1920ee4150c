/** The question before a model is used that the service's list lacks, in English. */
export const en = {
  title: (model: string) => `${model} isn't in the service's list`,
  text:
    "The list names language models, so that a speech model may be missing from it and work all the same. " +
    "If the key may not use it, the service refuses, and nothing should be charged. " +
    "You are asked once for this service.",
  confirm: "Speak all the same",
  decline: "Not now",
};

export type ConfirmMessages = typeof en;
