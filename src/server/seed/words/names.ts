/* Names as they are borne in Minnesota, by where families come from. Anybody's resemblance is chance. */

export interface NamesOfOrigin {
  given: readonly string[]
  family: readonly string[]
}

const words = (list: string) => list.trim().split(/\s*,\s*/)

/** How many of a hundred people come from where, roughly as among those whom the organization serves. */
export const origins = {
  scandinavian: 12,
  german: 11,
  africanAmerican: 16,
  somali: 12,
  oromo: 5,
  hmong: 8,
  karen: 4,
  latino: 11,
  ojibwe: 8,
  dakota: 4,
  liberian: 4,
  vietnamese: 3,
  irish: 4,
  slavic: 3,
} as const

export type Origin = keyof typeof origins

export const names: Record<Origin, NamesOfOrigin> = {
  scandinavian: {
    given: words(
      'Kristin, Ingrid, Signe, Solveig, Karin, Anja, Linnea, Britta, Astrid, Heidi, Jennifer, Amy, Lori, Erik, Lars, Anders, Søren, Bjørn, Gunnar, Leif, Nils, Åke, Scott, Todd, Kyle, Jon',
    ),
    family: words(
      'Johnson, Anderson, Olson, Peterson, Larson, Nelson, Swanson, Lindqvist, Halvorson, Haugen, Sørensen, Nygård, Gustafson, Engström, Bergström, Torgerson, Knutson, Dahl, Lund, Strand, Solberg, Tollefson',
    ),
  },
  german: {
    given: words(
      'Rebecca, Karen, Julie, Katherine, Heather, Melissa, Nicole, Angela, Lisa, Dawn, Tammy, Michelle, Michael, David, Brian, Kevin, Mark, Steven, Timothy, Jeffrey, Kurt, Werner, Ryan, Dale, Roger, Matthew',
    ),
    family: words(
      'Schmidt, Müller, Schultz, Meyer, Becker, Wagner, Hoffmann, Krueger, Zimmermann, Schroeder, Koenig, Vogel, Lang, Stein, Brandt, Weiß, Klein, Baumann, Kessler, Voigt, Schaefer, Kuehn',
    ),
  },
  africanAmerican: {
    given: words(
      "Keisha, Latoya, Tamika, Denise, Yolanda, Ebony, Monique, Shanice, Tanisha, Brianna, Aaliyah, Jasmine, DeAndre, Marcus, Terrell, Jamal, Darnell, Andre, Malik, Tyrone, Reggie, D'Angelo, Isaiah, Xavier, Curtis, Lamar",
    ),
    family: words(
      'Washington, Jefferson, Robinson, Jackson, Harris, Williams, Brown, Coleman, Banks, Booker, Franklin, Gaines, Hayes, Tate, Walker, Simmons, Whitfield, Bell, Carter, Grant, Mosley, Dixon',
    ),
  },
  somali: {
    given: words(
      'Hodan, Fadumo, Amina, Sahra, Ifrah, Nasteexo, Halima, Khadra, Ubah, Zamzam, Deqa, Hibo, Abdirahman, Mohamed, Ahmed, Yusuf, Abdullahi, Mahad, Liban, Hassan, Ismail, Jama, Bashir, Guled, Warsame, Cabdi',
    ),
    family: words(
      'Warsame, Abdi, Hassan, Mohamud, Farah, Jama, Ali, Nur, Osman, Hersi, Yusuf, Abdulle, Isse, Dirie, Elmi, Ismail, Gedi, Sheikh, Omar, Adan, Barre, Samatar',
    ),
  },
  oromo: {
    given: words(
      'Chaltu, Lensa, Hawi, Bontu, Kulani, Ayantu, Sifan, Ebise, Meti, Obsitu, Gelane, Tolasa, Gemechu, Lemi, Fayisa, Abdisa, Jirata, Tesfaye, Dawit, Bekele, Kumsa, Galana, Urji, Roba',
    ),
    family: words(
      'Tolessa, Bekele, Gemeda, Dinka, Wakjira, Tufa, Negasa, Deressa, Kebede, Fufa, Hordofa, Ayana, Dibaba, Regassa, Gudina, Oljira, Terefe, Jaleta, Kenea, Sima',
    ),
  },
  hmong: {
    given: words(
      'Mai, Pa Houa, Kao Nou, Bao, Yer, Mee, Nou, Sheng, Gao Sheng, Pahoua, Chia, Xee, Tou, Chue, Kong, Pao, Xeng, Vang, Neng, Cheng, Toua, Koua, Fue, Nhia, Chong, Yeng',
    ),
    family: words(
      'Vang, Xiong, Yang, Thao, Lee, Moua, Lor, Her, Vue, Cha, Kue, Hang, Khang, Fang, Pha, Chang',
    ),
  },
  karen: {
    given: words(
      'Paw Say, Naw Eh, Hser Nay, Eh Paw, Mu Mu, Naw Paw, Ku Paw, Lah Say, Htoo Paw, Hsa Moo, Saw Eh, Saw Htoo, Eh Doh, Hser Gay, Ler Wah, Saw Lin, Ta Mla, Ehler, Kyaw, Poe Kwa',
    ),
    family: words('Htoo, Paw, Wah, Moo, Say, Soe, Hser, Doh, Win, Lay, Kpaw, Taw, Thein, Shee, Gay, Mu'),
  },
  latino: {
    given: words(
      'María, Guadalupe, Rosa, Ximena, Lucía, Verónica, Yesenia, Ana, Sofía, Araceli, Marisol, Concepción, José, Juan, Luis, Ángel, Jesús, Andrés, Miguel, Héctor, Raúl, Iván, Óscar, Tomás, Martín, Ernesto',
    ),
    family: words(
      'García, Hernández, López, Martínez, Ramírez, Muñoz, Peña, Castañeda, Gutiérrez, Ortiz, Vásquez, Núñez, Flores, Morales, Reyes Cruz, Jiménez, Quispe, Chávez, Ochoa, Rivera, de la Cruz, Yáñez',
    ),
  },
  ojibwe: {
    given: words(
      'Winona, Waseya, Migizi, Nokomis, Cheyenne, Autumn, Dawn, Tara, Rhonda, Bonnie, Nevaeh, Giizis, Aandeg, Leonard, Dennis, Gordon, Floyd, Vernon, Dakota, Anthony, Ray, Mino, Makwa, Niigaan, Randy',
    ),
    family: words(
      'Beaulieu, Bellanger, Goodwin, Roy, White, Fairbanks, Kingbird, Northbird, LaDuke, Morrison, Bellcourt, Whitefeather, Savage, Day, Strong, Jourdain, Stately, Losh, Benjamin, Boyd, Cloud, Mitchell',
    ),
  },
  dakota: {
    given: words(
      'Wičháŋȟpi, Winúŋna, Zitkála, Darlene, Carrie, Sheila, Frances, Marlene, Jolene, Čhaské, Chaska, Sheldon, Robert, Wayne, Cody, Dallas, Mathó, Harlan, Clifford, Elden',
    ),
    family: words(
      'Wabasha, Crooks, Prescott, Goodthunder, Cavender, Redwing, Campbell, LaBatte, Big Eagle, Ross, Wells, Pendleton, Eastman, Steele, O’Keefe, Whipple, Bluestone, Larsen',
    ),
  },
  liberian: {
    given: words(
      'Comfort, Musu, Hawa, Korpo, Princess, Mercy, Patience, Oretha, Fatu, Decontee, Emmanuel, Varney, Momolu, Samuel, Prince, Boakai, Tamba, Flomo, Alphonso, Sekou',
    ),
    family: words(
      'Kollie, Johnson, Flomo, Dolo, Kamara, Weah, Sirleaf, Massaquoi, Toe, Gaye, Sumo, Kpadeh, Cooper, Zeon, Varpilah, Paye, Gbowee, Doe',
    ),
  },
  vietnamese: {
    given: words(
      'Hương, Thảo, Ngọc Anh, Lan, Mai, Thuỷ, Hạnh, Bích, Phương, Linh, Minh, Đức, Tuấn, Hùng, Quang, Dũng, Thành, Long, Bảo, Khoa',
    ),
    family: words('Nguyễn, Trần, Lê, Phạm, Huỳnh, Võ, Đặng, Bùi, Đỗ, Hồ, Ngô, Dương, Lý'),
  },
  irish: {
    given: words(
      'Colleen, Erin, Maureen, Kathleen, Siobhán, Shannon, Molly, Bridget, Patrick, Sean, Brendan, Daniel, Thomas, James, Liam, Neil, Terrence, Joseph, Seán, Kelly',
    ),
    family: words(
      "O'Brien, Murphy, Kelly, Sullivan, McCarthy, O'Neill, Ryan, Doyle, Byrne, McDonough, Fitzgerald, Quinn, Flaherty, Casey",
    ),
  },
  slavic: {
    given: words(
      'Oksana, Iryna, Natalya, Halyna, Katarzyna, Zofia, Vera, Ludmila, Olena, Svitlana, Andriy, Serhiy, Mykola, Paweł, Łukasz, Ivan, Petro, Viktor, Stanisław, Milan',
    ),
    family: words(
      'Kowalski, Nowak, Wiśniewski, Kovalenko, Shevchenko, Bondarenko, Novák, Petrenko, Zieliński, Marchenko, Dvořák, Melnyk, Sobczak, Tkachenko',
    ),
  },
}
