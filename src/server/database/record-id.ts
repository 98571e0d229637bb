const recordId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Ids are opaque to callers: one that can't be ours names no record, which is 404 and not an error. */
export const isRecordId = (id: string): boolean => recordId.test(id)
