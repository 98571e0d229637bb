/** The kinds of records that can be deleted and restored. */
export const deletableKinds = ['client', 'note', 'employee', 'contact message'] as const

export type DeletableKind = (typeof deletableKinds)[number]
