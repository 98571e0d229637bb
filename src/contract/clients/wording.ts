/** What the client form and the API say about a client's fields (§5, decisions 15, 36, 39). */
export const clientWording = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  status: 'Status is required',
  service: 'Service is required',
  address: 'Address is required',
  addressHint: 'Write "No fixed address" if there is none.',
  dateOfBirth: 'Date of birth is required',
  dateOfBirthInvalid: 'Enter a real date from 1900 on',
  dateOfBirthInFuture: "Date of birth can't be in the future",
  email: 'Enter a valid email address',
  phone: 'Enter a valid phone number',
} as const
