export const now = 'Hora atual nesse fuso: {time} ({offset}).'
export const none =
  'Nenhum fuso horário corresponde a “{typed}”. Digite uma cidade ou um continente, por exemplo São Paulo.'
