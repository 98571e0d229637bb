/** What comes within this many days is pointed out. */
export const daysBeforeDue = 30
