import { isFailure } from '#portal/calls/call-failure.ts'

/** The newer record in the reply to an edit of an older version. */
export function newerRecord<Item>(error: unknown): Item | undefined {
  return isFailure(error, 'version-conflict') ? ((error.current ?? undefined) as Item | undefined) : undefined
}

/**
 * An edit with a version conflict counts as saved if the newer record has the same values: its first reply was lost, or another
 * person made the same change (docs/decisions/0050).
 */
export async function acceptIfAlreadySaved<Item>(
  edit: Promise<Item>,
  hasSameValues: (newer: Item) => boolean,
): Promise<Item> {
  try {
    return await edit
  } catch (error) {
    const newer = newerRecord<Item>(error)
    if (!newer || !hasSameValues(newer)) throw error
    return newer
  }
}
