/* What visitors write by the website's form; what is in braces is filled in by messages.ts. */

export const openings: readonly string[] = [
  'Hello,',
  'Hi,',
  'Good morning.',
  'Dear team,',
  'To whom it may concern,',
  'Hi there!',
  '',
  '',
  '',
]

export const needs: readonly string[] = [
  'I have to leave my apartment by {month} {day} and do not know where to go.',
  'I am staying in my car with my {number} kids right now. A lady at the library told me about you.',
  'my lease ends in {month} and the rent goes up to {rent}. I can not pay that on disability.',
  'We are a family of {number} in one room at my sister’s place in {city}.',
  'I got out of treatment last week and need a place that takes people with an eviction.',
  'My mother is 71 and uses a wheelchair. Her building in {city} has no elevator anymore.',
  'I have a voucher but every landlord says no. It runs out on {month} {day}.',
  'I was told I need a housing plan to get on the list. Do you do that?',
  'My landlord in {city} wants me out because of my service dog. Is that legal?',
  'I am 19 and aged out of foster care in {month}. I work part time.',
  'The shelter gave me your number. I call but nobody picks up after 5.',
  'I left an unsafe home and I am staying with a friend in {city}. Please do not call, only email.',
]

export const landlordLines: readonly string[] = [
  'I own a fourplex in {city} and have a two-bedroom open from {month} for {rent}. Do you have someone who would be a good fit?',
  'One of my tenants gave your name as a contact. Could somebody call me about a late payment?',
  'I manage {number} buildings in {city}. How does it work if a tenant has a voucher and your support?',
  'We would like to list our accessible units with you. Ground floor, roll-in showers.',
  'Who signs the release so that I can talk to your case worker about my tenant?',
]

export const agencyLines: readonly string[] = [
  'I am a discharge planner at a hospital in {city}. We have a patient who leaves on {month} {day} without a home. What is your intake process?',
  'School social worker in {city} here. Can we refer a family of {number} directly, or do they have to call themselves?',
  'Our clinic would like to have {number} of your brochures for the waiting room.',
  'Could you send me your referral form and your fax number? Probation office, {city}.',
  'We run a free furniture bank on Saturdays. Would your clients be interested?',
  'I am a student of social work and look for an internship from {month} on.',
]

export const shortMessages: readonly string[] = [
  'need housing asap',
  'Do you speak Somali?',
  'Are you open on Saturdays?',
  'call me please',
  '¿Hablan español? Necesito ayuda con la renta, gracias.',
  'Is there a waiting list?',
  'Waxaan u baahanahay caawimaad guri. Mahadsanid.',
  'Kuv xav tau kev pab nrhiav tsev. Ua tsaug.',
  'thank you for helping my brother ❤️',
  'How much does it cost',
  'do u help people in {city}',
  'Where can I send the form?',
  'Xin chào, tôi cần giúp tìm nhà ở {city}. Cảm ơn!',
  'Is the "moving assistance" only inside Minnesota? <asking for a friend> ;)',
  'Miigwech for everything you did for my auntie.',
]

export const details: readonly string[] = [
  'I get {income} a month from SSI.',
  'I can pay up to {rent}.',
  'It has to be near a bus.',
  'I have a small dog, he is quiet.',
  'My credit is not good but I have always paid the rent.',
  'I filled out so many forms already.',
  'We can move any day.',
  'I work nights, so afternoons are best.',
  'I do not have a printer.',
  'My phone has no minutes until the 1st, email is best.',
]

export const closings: readonly string[] = [
  'Thank you.',
  'Thanks so much, {first}',
  'God bless, {first}',
  'Please write back.',
  'Best regards,\n{first}',
  'Thanks in advance!',
  '',
  '',
]
