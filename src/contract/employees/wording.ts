/** What the employee screens and the API say about an employee (§2, §5, §8, decisions 1, 2, 19, 46). */
export const employeeWording = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  dob: 'Date of birth is required',
  dobInvalid: 'Enter a real date from 1900 on',
  dobInFuture: "Date of birth can't be in the future",
  email: 'Enter a valid email address',
  phone: 'Enter a phone number of exactly 10 digits',
  address: 'Address is required',
  role: 'Choose a role',
  setupEmailSent: 'Setup email resent.',
  unknownEmail: 'There is no employee with this email.',
} as const
