import { isFailure } from '#portal/calls/call-failure.ts'

/** The record as somebody else left it, which a refused edit answers with; no other reply is checked. */
export function newerRecord<Item>(error: unknown): Item | undefined {
  return isFailure(error, 'version-conflict') ? ((error.current ?? undefined) as Item | undefined) : undefined
}

/**
 * An edit that is refused for a newer record which says the same is saved: its answer was lost and it was sent again, or
 * somebody else was first (docs/decisions/0050).
 */
export async function orSavedAlready<Item>(
  edit: Promise<Item>,
  saysTheSame: (newer: Item) => boolean,
): Promise<Item> {
  try {
    return await edit
  } catch (error) {
    const newer = newerRecord<Item>(error)
    if (!newer || !saysTheSame(newer)) throw error
    return newer
  }
}
