export const screenWording = {
  brokenTitle: 'This screen did not open',
  broken:
    'A part of the portal could not be loaded or has failed. Load the page again; if that does not help, tell us.',
  takesLong: 'This takes longer than usual.',
  reload: 'Load the page again',
} as const
