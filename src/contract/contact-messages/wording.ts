/** What the contact form and the API say (§5, §8, decisions 28, 40). */
export const contactWording = {
  required: 'All fields are required.',
  emailInvalid: 'Enter a valid email.',
  sent: 'Message sent successfully!',
  failed: 'Failed to send message. Please try again later.',
  tooMany: 'Many messages have come from your internet connection. Wait an hour, or call us.',
} as const
