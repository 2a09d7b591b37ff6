import { z } from 'zod';

const Table = z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) });
/** A page as `seance report --json` prints it. */
export const PageDocument = z.object({
  page: z.string(),
  runs: z.array(z.object({ game: z.string(), checksum: z.string(), interrupted: z.boolean() })),
  sections: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      blocks: z.array(
        z.looseObject({
          kind: z.string(),
          text: z.string().optional(),
          figure: z.object({ id: z.string(), title: z.string(), table: Table }).optional(),
          groups: z
            .array(z.object({ cards: z.array(z.object({ card: z.number(), title: z.string() })), text: z.string() }))
            .optional(),
        }),
      ),
    }),
  ),
});
export type PageDocument = z.infer<typeof PageDocument>;

/** The numbers of a figure. */
export const tableOf = ({ sections }: PageDocument, id: string): z.infer<typeof Table> => {
  const found = sections.flatMap(({ blocks }) => blocks).find(({ figure }) => figure?.id === id)?.figure;
  if (!found) throw new Error(`no figure ${id}`);
  return found.table;
};

/** The ids of all figures, in their order. */
export const figuresOf = ({ sections }: PageDocument): readonly string[] =>
  sections.flatMap(({ blocks }) => blocks.flatMap(({ figure }) => figure?.id ?? []));
