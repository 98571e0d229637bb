/** What is said with a label about how to fill in its field. */
export const controlWording = {
  required: 'required',
  date: 'month, day, year: MM/DD/YYYY',
  signature: 'sign here with a pen, or type your full name',
} as const
