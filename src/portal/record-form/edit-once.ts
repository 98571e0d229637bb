import { newerRecord } from './newer-record.ts'

/**
 * An edit that is refused for a newer record which says the same is done (docs/decisions/0028): its answer was lost and it
 * was sent again, or somebody else was first. There is nothing to choose.
 */
export async function editOnce<Item>(edit: Promise<Item>, isDone: (newer: Item) => boolean): Promise<Item> {
  try {
    return await edit
  } catch (error) {
    const newer = newerRecord<Item>(error)
    if (!newer || !isDone(newer)) throw error
    return newer
  }
}
