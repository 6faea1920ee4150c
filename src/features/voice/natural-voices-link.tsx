import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { usePlayground, useTexts } from "../../core/page/playground-context.ts";
import { configQuery } from "../../core/page/queries.ts";
import { voiceMessages } from "../../core/voices/messages/index.ts";
import { naturalVoicesOf } from "../../core/voices/natural-voices.ts";
import { Button } from "../../kit/button.tsx";
import styles from "./voice.module.css";

/** Leads from the list of voices to the natural ones that can be had. */
export function NaturalVoicesLink({ onOpen }: { readonly onOpen: () => void }) {
  const { messages } = useTexts(voiceMessages);
  const playground = usePlayground();
  const queries = useQueryClient();
  const { client } = playground;
  // Voices come and go on the service's machine without a word from this page.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: configQuery(client).queryKey });
  }, [queries, client]);
  return (
    <p className={styles["naturalVoices"]}>
      <Button
        look="link"
        onClick={() => {
          onOpen();
          naturalVoicesOf(playground).getState().open();
        }}
      >
        {messages.naturalVoices}
      </Button>
    </p>
  );
}
