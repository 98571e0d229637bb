/** What the notes panel and the API say. */
export const noteWording = {
  required: 'Write something first.',
  loadFailed: 'Unable to load notes. Please try again later.',
  addFailed: 'Something went wrong. Please try again.',
  deleteQuestion: 'Are you sure you want to delete this note?',
  changeOver: 'This note is too old for your role to change.',
  missingClient: 'Client ID is missing in the route.',
  empty: "No notes added yet. Start tracking this client's progress.",
} as const
