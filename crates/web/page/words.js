/** Every text of the page, in English and in Malay. `{name}` is filled in, `{n:stone|stones}` with the
 *  word behind it for one and for many. */
const WORDS = {
  // The page.
  tabs: ["Parts of the page", "Bahagian halaman"],
  "tab-play": ["Play", "Main"],
  "tab-review": ["Review", "Ulasan"],
  "tab-pattern": ["Draw", "Lukis"],
  "tab-patterns": ["Patterns", "Corak"],
  "tab-fair": ["Is it fair?", "Adilkah?"],
  "tab-puzzles": ["Puzzles", "Teka-teki"],
  "tab-lesson": ["Learn", "Belajar"],
  "tab-message": ["Invite", "Jemput"],
  "tab-class": ["Class", "Kelas"],
  more: ["More", "Lagi"],
  // A game with someone elsewhere.
  "level-far": ["by message", "melalui mesej"],
  "message-title": ["Play with someone elsewhere", "Main dengan orang di tempat lain"],
  "message-about": ["Send a link by any messenger; the answer is a link, too. There is no account and no server: the link holds the whole game.", "Hantar pautan melalui mana-mana aplikasi mesej; jawapannya juga pautan. Tiada akaun dan tiada pelayan: pautan itu mengandungi seluruh permainan."],
  "message-name": ["Your name (if you like)", "Nama anda (jika mahu)"],
  "message-who": ["Who begins?", "Siapa mula dahulu?"],
  "message-they": ["the other one", "pihak sana"],
  "message-go": ["Invite", "Jemput"],
  "message-pattern": ["On the pattern of Play: {pattern}, {rules}.", "Pada corak dalam Main: {pattern}, {rules}."],
  "message-got": ["Did you get a message?", "Anda mendapat mesej?"],
  "message-paste": ["Tap its link; or paste the whole message here.", "Sentuh pautannya; atau tampal seluruh mesej di sini."],
  "message-open": ["Open the message", "Buka mesej"],
  "message-games": ["Your games by message", "Permainan anda melalui mesej"],
  "message-someone": ["The other player", "Pemain lain"],
  "message-moves": ["{n:move|moves},", "{n} langkah,"],
  "message-is-over": ["over", "tamat"],
  "message-is-yours": ["your turn", "giliran anda"],
  "message-is-unsent": ["to be sent", "belum dihantar"],
  "message-is-theirs": ["sent", "sudah dihantar"],
  "message-send-now": ["You played {word}. Now send it to {who}.", "Anda memainkan {word}. Sekarang hantarkan kepada {who}."],
  "message-send-first": ["Send the invitation: {who} begins.", "Hantar jemputan: {who} mula dahulu."],
  "message-wait": ["It is with {who} now. Open the link that comes back.", "Kini giliran {who}. Buka pautan yang dibalas."],
  "message-send": ["Send the move", "Hantar langkah"],
  "message-send-invite": ["Send the invitation", "Hantar jemputan"],
  "message-again": ["Send it again", "Hantar sekali lagi"],
  "message-back": ["Take it back", "Tarik balik"],
  "message-all": ["All games by message", "Semua permainan mesej"],
  "message-sure": ["This deletes the game from this device.", "Ini memadamkan permainan daripada peranti ini."],
  "message-older": ["This link is older: it ends with move {n}, and your game with move {m}. Your game stays as it is.", "Pautan ini lebih lama: ia berakhir dengan langkah {n}, dan permainan anda dengan langkah {m}. Permainan anda kekal."],
  "message-fork": ["From move {n} on this link has another game: {theirs}, where you have {mine}. Both are kept. Which one goes on?", "Mulai langkah {n} pautan ini mempunyai permainan lain: {theirs}, sedangkan anda mempunyai {mine}. Kedua-duanya disimpan. Yang mana diteruskan?"],
  "message-mine": ["Mine", "Yang saya"],
  "message-theirs": ["That of the link", "Yang dalam pautan"],
  "message-long": ["This is too long for a link of this page.", "Ini terlalu panjang untuk pautan halaman ini."],
  "message-damaged": ["This link was cut off or damaged on its way: ask for it again.", "Pautan ini terpotong atau rosak dalam perjalanan: minta sekali lagi."],
  "message-version": ["This link comes from another version of the page: both need the same one.", "Pautan ini daripada versi halaman yang lain: kedua-duanya perlu versi yang sama."],
  "message-rules": ["The moves in this link are not legal by the rules of this page. It is forged, or comes from another version.", "Langkah dalam pautan ini tidak sah menurut peraturan halaman ini. Ia palsu, atau daripada versi lain."],
  "message-safe": ["Your games stay as they are.", "Permainan anda kekal."],
  "message-told-first": ["Let us play Pasang, a board game from Brunei. It is your turn: open this link.", "Mari bermain Pasang, permainan papan dari Brunei. Giliran anda: buka pautan ini."],
  "message-told": ["Pasang, move {n}: {word}. It is your turn: open this link.", "Pasang, langkah {n}: {word}. Giliran anda: buka pautan ini."],
  "message-told-over": ["Pasang, move {n}: {word}. The game is over: open this link.", "Pasang, langkah {n}: {word}. Permainan tamat: buka pautan ini."],
  "message-told-how": ["(In the page Pasang choose Invite, and paste this message there.)", "(Dalam halaman Pasang pilih Jemput, dan tampal mesej ini di situ.)"],
  // A class.
  "class-title": ["A tournament for a class", "Pertandingan untuk satu kelas"],
  "class-names": ["Names, one a line", "Nama, satu setiap baris"],
  "class-kind": ["Pairs", "Pasangan"],
  "class-swiss": ["Swiss: equals meet", "Swiss: yang setara bertemu"],
  "class-all": ["all against all", "semua lawan semua"],
  "class-pair": ["Pair them", "Pasangkan"],
  "class-few": ["Two names are needed at least.", "Sekurang-kurangnya dua nama diperlukan."],
  "class-open": ["Open a kept class", "Buka kelas yang disimpan"],
  "class-none": ["This file holds no class.", "Fail ini tidak mengandungi kelas."],
  "class-round": ["Round {n}", "Pusingan {n}"],
  "class-rounds": ["Rounds", "Pusingan"],
  "class-table": ["table {n}", "meja {n}"],
  "class-tap": ["The first one named begins. Tap who won, or = for a draw.", "Yang pertama dinamakan mula dahulu. Sentuh pemenang, atau = jika seri."],
  "class-wins": ["{who} wins", "{who} menang"],
  "class-draw": ["a draw", "seri"],
  "class-bye": ["free this round", "rehat pusingan ini"],
  "class-next": ["Next round", "Pusingan seterusnya"],
  "class-sheet": ["Print score sheets", "Cetak helaian markah"],
  "class-wall": ["Print for the wall", "Cetak untuk dinding"],
  "class-standings": ["Standings", "Kedudukan"],
  "class-name": ["Name", "Nama"],
  "class-against": ["Opponents' points", "Mata lawan"],
  "class-leave": ["Leaves", "Keluar"],
  "class-back": ["Is back", "Kembali"],
  "class-new": ["New class", "Kelas baharu"],
  "class-sure": ["This deletes the class and its results from this device.", "Ini memadamkan kelas dan keputusannya daripada peranti ini."],
  "class-begins": ["begins", "mula dahulu"],
  "class-sum": ["Points: 1 ……   2 ……      stuck (suntuk): ……      winner: ………………", "Mata: 1 ……   2 ……      suntuk: ……      pemenang: ………………"],
  // The first game.
  "lesson-step": ["Step {n} of {of}", "Langkah {n} daripada {of}"],
  "lesson-next": ["Next", "Seterusnya"],
  "lesson-again": ["Again", "Sekali lagi"],
  "lesson-back": ["Back", "Kembali"],
  "lesson-skip": ["Skip the lesson", "Langkau pelajaran"],
  "lesson-play": ["Play a game", "Main satu permainan"],
  "lesson-other": ["That is a legal move, but not the one asked for here. Try another one.", "Langkah itu sah, tetapi bukan yang diminta di sini. Cuba yang lain."],
  "lesson-column": ["You are player 1, below. First each player takes a column from their own side. Take column c: tap a stone of it below the middle.", "Anda pemain 1, di bawah. Mula-mula setiap pemain mengambil satu lajur di sebelahnya. Ambil lajur c: sentuh buahnya di bawah tengah."],
  "lesson-column-done": ["The stones are yours, and the empty column is your way in.", "Buah itu milik anda, dan lajur kosong itu jalan masuk anda."],
  "lesson-entry": ["Player 2 took column a above. Now bring a stone from beside your empty column into it. It becomes your ka, and takes a line where it lands. Tap a marked stone, then the empty point beside it.", "Pemain 2 mengambil lajur a di atas. Sekarang masukkan sebiji buah dari sebelah ke lajur kosong anda. Buah itu menjadi ka, dan memakan satu baris di tempat ia mendarat. Sentuh buah yang bertanda, kemudian titik kosong di sebelahnya."],
  "lesson-entry-done": ["This piece with the 1 is your ka. The line it met is yours.", "Buah dengan angka 1 ini ka anda. Baris yang ditemuinya milik anda."],
  "lesson-three": ["The ka moves along its row or column as far as it likes, and must take a line across its way. Go along the row to e1, and take the three black stones above it.", "Ka bergerak sepanjang baris atau lajurnya sejauh mana pun, dan mesti memakan satu baris yang melintang. Pergi ke e1 dan makan tiga buah hitam di atasnya."],
  "lesson-three-done": ["Three stones in one move.", "Tiga buah dalam satu langkah."],
  "lesson-two": ["Only lines of 1, 3, 5 … stones can be taken. Two black stones stand above e1: tap e1, and see.", "Hanya baris 1, 3, 5 … buah boleh dimakan. Dua buah hitam ada di atas e1: sentuh e1 dan lihat."],
  "lesson-two-done": ["Two is even, so nothing can be taken there, and the ka cannot go there.", "Dua ialah genap, jadi tiada yang boleh dimakan di situ, dan ka tidak boleh ke situ."],
  "lesson-between": ["A line ends where another colour stands. Go to e1: which stones are taken?", "Satu baris berakhir di tempat warna lain. Pergi ke e1: buah mana yang dimakan?"],
  "lesson-between-done": ["One: the white stone stands between the black ones.", "Satu: buah putih ada di antara buah hitam."],
  "lesson-points": ["A black stone is worth 1 point, a white one 2. Take the line that is worth most.", "Buah hitam bernilai 1 mata, buah putih 2. Makan baris yang paling bernilai."],
  "lesson-points-done": ["Six points. When the board is empty, the higher score wins.", "Enam mata. Apabila papan kosong, mata lebih tinggi menang."],
  "lesson-reply": ["Now a larger board. You are player 2, above. Player 1 took column b, on the left, so you may take only a column on the right: e, f or g. After the middle column it would be any other. Take one of them: tap a stone of it above the middle.", "Kini papan yang lebih besar. Anda pemain 2, di atas. Pemain 1 mengambil lajur b, di kiri, jadi anda hanya boleh mengambil lajur di kanan: e, f atau g. Selepas lajur tengah, mana-mana lajur lain boleh. Ambil satu: sentuh buahnya di atas tengah."],
  "lesson-reply-done": ["Your column lies across from the other one.", "Lajur anda bertentangan dengan lajur lawan."],
  "lesson-sides": ["Later in this game you are player 1. Stones of one colour on both sides of your way make one line, with gaps or not. Go to g5: it meets one black stone above and two below.", "Kemudian dalam permainan ini anda pemain 1. Buah sewarna di kedua-dua sisi laluan anda menjadi satu baris, berjarak atau tidak. Pergi ke g5: ada satu buah hitam di atas dan dua di bawah."],
  "lesson-sides-done": ["One and two make a line of three.", "Satu dan dua menjadi baris tiga buah."],
  "lesson-choose": ["Two colours are two lines, and you take only one: you choose. Go to b5, which has a black stone above and a white one below. Tap the stone that is worth more.", "Dua warna ialah dua baris, dan anda hanya memakan satu: anda yang memilih. Pergi ke b5: ada buah hitam di atas dan buah putih di bawah. Sentuh buah yang lebih bernilai."],
  "lesson-choose-done": ["Two points. The black stone stays.", "Dua mata. Buah hitam kekal."],
  "lesson-stuck": ["You are behind, 7 to 12. But a player who cannot move is stuck (suntuk), and loses at once. Take the stone in row 1, so that player 2 cannot move.", "Anda ketinggalan, 7 lawan 12. Tetapi pemain yang tidak dapat bergerak ialah suntuk, dan terus kalah. Makan buah di baris 1 supaya pemain 2 tidak dapat bergerak."],
  "lesson-stuck-done": ["With fewer points!", "Dengan mata yang lebih sedikit!"],
  "lesson-ending": ["Now win this ending against a beginner. You are player 1.", "Sekarang menangi penghabisan ini melawan komputer yang baru belajar. Anda pemain 1."],
  "lesson-ending-done": ["You know the game now.", "Sekarang anda tahu permainan ini."],
  "lesson-ending-lost": ["Try it again: choose Again.", "Cuba lagi: pilih Sekali lagi."],
  // Who plays.
  person: ["a person", "orang"],
  "level-beginner": ["bot: beginner", "komputer: baru belajar"],
  "level-easy": ["bot: easy", "komputer: mudah"],
  "level-medium": ["bot: medium", "komputer: sederhana"],
  "level-good": ["bot: good", "komputer: baik"],
  "level-strong": ["bot: strong", "komputer: kuat"],
  "level-expert": ["bot: expert", "komputer: pakar"],
  "level-strongest": ["bot: strongest", "komputer: terkuat"],
  player: ["Player {n}", "Pemain {n}"],
  you: ["you", "anda"],
  tray: ["taken: {black} black, {white} white", "dimakan: {black} hitam, {white} putih"],
  // The board.
  board: ["the board", "papan"],
  "black-stone": ["black stone", "buah hitam"],
  "white-stone": ["white stone", "buah putih"],
  "ka-1": ["the ka of player 1", "ka pemain 1"],
  "ka-2": ["the ka of player 2", "ka pemain 2"],
  hollow: ["the gadong", "gadong"],
  empty: ["empty", "kosong"],
  "can-go": ["can be moved to", "boleh dituju"],
  "can-choose": ["can be chosen", "boleh dipilih"],
  "is-taken": ["would be taken", "akan dimakan"],
  // What is to be done now.
  "now-column": ["Take a whole column of stones from your side: tap it.", "Ambil satu lajur buah di sebelah anda: sentuh lajur itu."],
  "now-entry-slide": [
    "Bring a stone into your empty column from the column beside it. It becomes your ka, and must take a line of 1, 3, 5 … stones of one colour where it lands.",
    "Masukkan sebiji buah ke lajur kosong anda dari lajur sebelah (gelongsor). Buah itu menjadi ka, dan mesti memakan sebaris 1, 3, 5 … buah sewarna di tempat ia mendarat.",
  ],
  "now-entry-jump": [
    "Bring a stone into your empty column by a jump over the column between. It becomes your ka, and must take a line of 1, 3, 5 … stones of one colour where it lands.",
    "Masukkan sebiji buah ke lajur kosong anda dengan melompat. Buah itu menjadi ka, dan mesti memakan sebaris 1, 3, 5 … buah sewarna di tempat ia mendarat.",
  ],
  "now-entry-either": [
    "Bring a stone into your empty column, by a slide or a jump. It becomes your ka, and must take a line of 1, 3, 5 … stones of one colour where it lands.",
    "Masukkan sebiji buah ke lajur kosong anda, secara gelongsor atau lompat. Buah itu menjadi ka, dan mesti memakan sebaris 1, 3, 5 … buah sewarna di tempat ia mendarat.",
  ],
  "now-main": [
    "Move your ka along its row or column. It must take a line of 1, 3, 5 … stones of one colour across its way; lines of 2, 4, 6 … cannot be taken.",
    "Gerakkan ka anda sepanjang baris atau lajurnya. Ka mesti memakan sebaris 1, 3, 5 … buah sewarna yang melintang; baris 2, 4, 6 … tidak boleh dimakan.",
  ],
  "now-main-partial": [
    "Move your ka along its row or column. It must take 1, 3, 5 … stones of a line across its way, or of a part of one, nearest first.",
    "Gerakkan ka anda sepanjang baris atau lajurnya. Ka mesti memakan 1, 3, 5 … buah daripada satu baris yang melintang, yang terdekat dahulu.",
  ],
  "now-corner": ["Take one stone from a corner of the board: tap it.", "Ambil sebiji buah di penjuru papan: sentuh buah itu."],
  "now-hop": [
    "Hop with any stone over one right beside it into the empty point behind, and on if you like: an odd number of hops. What is hopped over is yours.",
    "Lompat dengan mana-mana buah melepasi buah di sebelahnya ke titik kosong di belakangnya, dan terus jika mahu: bilangan lompatan mesti ganjil. Buah yang dilompati menjadi milik anda.",
  ],
  "now-think": ["{who} is thinking …", "{who} sedang berfikir …"],
  "turn-of": ["{who} to move.", "Giliran {who}."],
  "over-you-win": ["You win, {score}.", "Anda menang, {score}."],
  "over-you-lose": ["You lose, {score}.", "Anda kalah, {score}."],
  "over-you-are-stuck": ["You cannot move (suntuk), and who is stuck loses, whatever the points.", "Anda tidak dapat bergerak: suntuk. Sesiapa yang suntuk kalah, walau berapa pun mata."],
  "over-you-stuck": ["{who} cannot move (suntuk), and who is stuck loses, whatever the points.", "{who} tidak dapat bergerak: suntuk. Sesiapa yang suntuk kalah, walau berapa pun mata."],
  "how-to": ["How to play", "Cara bermain"],
  "how-1": ["Each player takes a whole column of five stones from their own side; it becomes the way in.", "Setiap pemain mengambil satu lajur lima buah di sebelahnya; lajur itu menjadi jalan masuk."],
  "how-2": ["A stone slides or jumps into the empty column and becomes the ka.", "Sebiji buah masuk ke lajur kosong itu dan menjadi ka."],
  "how-3": ["The ka moves like a rook: along its row or column, over empty points, as far as it likes.", "Ka bergerak sepanjang baris atau lajurnya, melalui titik kosong, sejauh mana pun."],
  "how-4": ["Every move must take a line across its path: all stones of one colour that the ka sees, in both directions together. Only 1, 3, 5 … stones can be taken, never 2, 4, 6 ….", "Setiap langkah mesti memakan satu baris yang melintang: semua buah sewarna yang dilihat ka, kedua-dua arah bersama. Hanya 1, 3, 5 … buah boleh dimakan, bukan 2, 4, 6 …."],
  "how-4-partial": ["Every move must take a line across its path: 1, 3, 5 … stones of one colour that the ka sees, nearest first, in both directions together.", "Setiap langkah mesti memakan satu baris yang melintang: 1, 3, 5 … buah sewarna yang dilihat ka, terdekat dahulu, kedua-dua arah bersama."],
  "how-small": ["On this small board a column has two stones.", "Di papan kecil ini satu lajur ada dua buah."],
  "how-choose": ["Two colours are two lines: take one of them.", "Dua warna ialah dua baris: makan salah satu."],
  "how-5": ["Black stones are worth {black:point|points}, white ones {white:point|points}. When the board is empty, the higher score wins.", "Buah hitam bernilai {black} mata, buah putih {white} mata. Apabila papan kosong, mata lebih tinggi menang."],
  "how-6": ["A player who cannot move is stuck (suntuk), and loses at once.", "Pemain yang tidak dapat bergerak ialah suntuk, dan terus kalah."],
  "how-6-score": ["If a player cannot move, the game ends and the score decides.", "Jika seorang pemain tidak dapat bergerak, permainan tamat dan mata menentukan."],
  "over-ahead": ["{who} went ahead for good with move {n}: {word} took {points:point|points}.", "{who} mendahului hingga tamat mulai langkah {n}: {word} memakan {points} mata."],
  "over-cleared": ["The board is empty.", "Papan sudah kosong."],
  "over-stuck": ["{who} cannot move: stuck (suntuk).", "{who} tidak dapat bergerak: suntuk."],
  "over-no-hops": ["No stone can hop any more.", "Tiada buah yang dapat melompat lagi."],
  "over-wins": ["{who} wins, {score}.", "{who} menang, {score}."],
  "over-draw": ["A draw, {score}.", "Seri, {score}."],
  "moved": ["{who}: {move}, {points:point|points}.", "{who}: {move}, {points} mata."],
  "why-hollow": ["Nothing passes the gadong in the middle.", "Tiada apa yang melalui gadong di tengah."],
  "why-column": ["You can take one of these columns: {columns}. Tap a stone of it on your side.", "Anda boleh mengambil salah satu lajur ini: {columns}. Sentuh buahnya di sebelah anda."],
  "why-entry": ["Choose a stone beside your empty column {column}: the marked ones can enter.", "Pilih buah di sebelah lajur kosong anda, {column}: yang bertanda boleh masuk."],
  "why-entry-nothing": ["This stone would take nothing in column {column}: it must meet a line of 1, 3, 5 … stones.", "Buah ini tidak akan memakan apa-apa di lajur {column}: ia mesti menemui baris 1, 3, 5 … buah."],
  "why-occupied": ["Your ka moves to an empty point; stones are taken from beside it.", "Ka anda bergerak ke titik kosong; buah dimakan dari sisinya."],
  "why-rook": ["Your ka moves along its own row or column.", "Ka anda bergerak sepanjang baris atau lajurnya sendiri."],
  "why-blocked": ["Something is in the way on {point}.", "Ada yang menghalang di {point}."],
  "why-no-line": ["There is no line to take across that point.", "Tiada baris yang melintang untuk dimakan di titik itu."],
  "why-even": ["The line there has {n} stones: only lines of 1, 3, 5 … can be taken.", "Baris di situ ada {n} buah: hanya baris 1, 3, 5 … boleh dimakan."],
  "why-even-both": ["The lines there have {n} and {m} stones: only lines of 1, 3, 5 … can be taken.", "Baris di situ ada {n} dan {m} buah: hanya baris 1, 3, 5 … boleh dimakan."],
  "choose-one": ["Which line? Tap its stones.", "Baris yang mana? Sentuh buahnya."],
  takes: ["{word}: takes {n}, {points:point|points}", "{word}: makan {n}, {points} mata"],
  "play-it": ["Play {word}: takes {n}, {points:point|points}", "Main {word}: makan {n}, {points} mata"],
  swap: ["Take over the other column (swap)", "Ambil alih lajur lawan (tukar)"],
  points: ["points", "mata"],
  // Buttons.
  new: ["New game", "Permainan baharu"],
  undo: ["Undo", "Undur"],
  redo: ["Redo", "Ulang"],
  hint: ["Hint", "Bantuan"],
  "hint-is": ["A good move: {move}.", "Langkah yang baik: {move}."],
  "is-running": ["A game is running, {n:move|moves} long. Another one throws it away.", "Satu permainan sedang berjalan, {n} langkah. Permainan lain akan membuangnya."],
  "keep-it": ["Keep it", "Kekalkan"],
  "throw-away": ["Throw it away", "Buang"],
  "go-on": ["Let the bot move", "Biar komputer bergerak"],
  stop: ["Stop", "Henti"],
  save: ["Save", "Simpan"],
  "save-says": ["The file holds the pattern, the rules, the moves and the bot's level: no name, no date. Nothing is sent; you may send it to anyone.", "Fail ini mengandungi corak, peraturan, langkah dan tahap komputer: tiada nama, tiada tarikh. Tiada apa-apa yang dihantar; anda boleh menghantarnya kepada sesiapa."],
  "save-agree": ["All who played agree that researchers may study and publish this game.", "Semua pemain bersetuju bahawa penyelidik boleh mengkaji dan menerbitkan permainan ini."],
  open: ["Open or paste", "Buka atau tampal"],
  share: ["Share", "Kongsi"],
  send: ["Send", "Hantar"],
  link: ["Copy link", "Salin pautan"],
  "save-png": ["Save as PNG", "Simpan PNG"],
  "save-svg": ["Save as SVG", "Simpan SVG"],
  close: ["Close", "Tutup"],
  "copy-game": ["Copy game", "Salin permainan"],
  "broken-link": ["This link is broken, so your own game stays: {why}", "Pautan ini rosak, jadi permainan anda sendiri kekal: {why}"],
  "a-position": ["a position", "satu kedudukan"],
  position: ["Copy position", "Salin kedudukan"],
  "seats-points": ["Points {score}.", "Mata {score}."],
  copied: ["Copied:", "Telah disalin:"],
  "copy-this": ["Copy this:", "Salin ini:"],
  cancel: ["Cancel", "Batal"],
  ok: ["OK", "OK"],
  "all-moves": ["All {n:move|moves}", "Semua {n} langkah"],
  "moves-so-far": ["Moves", "Langkah"],
  "cannot-open": ["This cannot be opened: {why}", "Ini tidak dapat dibuka: {why}"],
  "paste-here": ["A game, a pattern or a position as text; or choose a file.", "Permainan, corak atau kedudukan sebagai teks; atau pilih fail."],
  // A new game.
  rules: ["Rules", "Peraturan"],
  "game-brunei": ["Brunei's game, with kas", "Permainan Brunei, dengan ka"],
  "game-bell": ["Bell's game, hopping", "Permainan Bell, melompat"],
  "more-rules": ["Each rule by itself", "Setiap peraturan"],
  pattern: ["Pattern", "Corak"],
  "own-pattern": ["your own pattern", "corak anda sendiri"],
  "small-boards": ["Small boards", "Papan kecil"],
  "another-small": ["Another one by chance", "Satu lagi secara rawak"],
  begin: ["Begin", "Mula"],
  "refused": ["This cannot be played: {why}", "Ini tidak dapat dimainkan: {why}"],
  // The rules one by one, by toggle and value of the core.
  "toggle-reply": ["The second player's column", "Lajur pemain kedua"],
  "toggle-reply-about": ["What the second player may take, unless the first took the middle column.", "Apa yang boleh diambil pemain kedua, melainkan pemain pertama mengambil lajur tengah."],
  "toggle-reply-diagonal": ["in the opposite quarter", "di suku bertentangan"],
  "toggle-reply-diagonal-or-middle": ["there, or the middle", "di situ, atau lajur tengah"],
  "toggle-reply-any-other": ["any but the same letter", "semua kecuali huruf yang sama"],
  "toggle-reply-any-but-rotated": ["any but the one half a turn off", "kecuali yang setengah pusingan"],
  "toggle-entry": ["How a stone enters", "Cara buah masuk"],
  "toggle-entry-about": ["How a stone comes into the empty column and becomes the ka.", "Cara sebiji buah masuk ke lajur kosong dan menjadi ka."],
  "toggle-entry-slide": ["it slides from the next column", "gelongsor dari lajur sebelah"],
  "toggle-entry-jump": ["it jumps", "lompat"],
  "toggle-entry-either": ["each player as they like", "setiap pemain memilih sendiri"],
  "toggle-entry-first-decides": ["as the first player enters", "ikut cara pemain pertama"],
  "toggle-jump": ["Where a jump begins", "Tempat lompatan bermula"],
  "toggle-jump-about": ["From where, and over what, a stone may jump into the empty column.", "Dari mana dan melepasi apa buah boleh melompat ke lajur kosong."],
  "toggle-jump-stone": ["two columns off, over a stone", "dua lajur, melepasi buah"],
  "toggle-jump-column": ["two columns off, over anything", "dua lajur, melepasi apa-apa"],
  "toggle-jump-far": ["two or more, over anything", "dua atau lebih, melepasi apa-apa"],
  "toggle-entry-capture": ["What the entry may take", "Apa yang dimakan semasa masuk"],
  "toggle-entry-capture-about": ["The lines that a stone may take as it enters.", "Baris yang boleh dimakan oleh buah yang masuk."],
  "toggle-entry-capture-row-or-column": ["across or along the column", "melintang atau sepanjang lajur"],
  "toggle-entry-capture-row": ["across the column only", "melintang sahaja"],
  "toggle-capture": ["How much is taken", "Berapa banyak dimakan"],
  "toggle-capture-about": ["What a move takes of a line.", "Apa yang dimakan oleh satu langkah."],
  "toggle-capture-whole": ["the whole line", "seluruh baris"],
  "toggle-capture-partial": ["any odd number, nearest first", "bilangan ganjil, terdekat dahulu"],
  "toggle-stuck": ["A player who is stuck", "Pemain yang suntuk"],
  "toggle-stuck-about": ["What follows when a player cannot move and stones are left.", "Apa yang berlaku apabila pemain tidak dapat bergerak dan masih ada buah."],
  "toggle-stuck-loses": ["loses, whatever the points", "kalah, walau berapa pun mata"],
  "toggle-stuck-score-decides": ["ends the game; points decide", "permainan tamat; mata menentukan"],
  "toggle-ka-stone": ["The stone that becomes a ka", "Buah yang menjadi ka"],
  "toggle-ka-stone-about": ["Whether its player gets its points.", "Sama ada pemainnya mendapat matanya."],
  "toggle-ka-stone-unscored": ["counts for nobody", "tidak dikira"],
  "toggle-ka-stone-scored": ["counts for its player", "dikira untuk pemainnya"],
  "toggle-values": ["Points for a stone", "Mata bagi buah"],
  "toggle-values-about": ["Black and white: 1/2 is customary.", "Hitam dan putih: lazimnya 1/2."],
  "toggle-handicap": ["Points given", "Mata tambahan"],
  "toggle-handicap-about": ["Given to the second player where points decide; below 0, to the first.", "Diberikan kepada pemain kedua jika mata menentukan; di bawah 0, kepada pemain pertama."],
  "toggle-swap-sides": ["Taking over the column (swap)", "Ambil alih lajur (tukar)"],
  "toggle-swap-sides-about": ["Whether the second player may take over the first one's column.", "Sama ada pemain kedua boleh mengambil alih lajur pemain pertama."],
  "toggle-swap-sides-false": ["no", "tidak"],
  "toggle-swap-sides-true": ["yes", "ya"],
  "toggle-players": ["Number of players", "Bilangan pemain"],
  "toggle-players-about": ["Two, three or four.", "Dua, tiga atau empat."],
  "toggle-diagonals": ["Marked diagonals", "Pepenjuru bertanda"],
  "toggle-diagonals-about": ["The lines along which stones hop.", "Garis tempat buah melompat."],
  "toggle-diagonals-marked": ["hops along these too", "boleh dilompati juga"],
  "toggle-diagonals-none": ["rows and columns only", "baris dan lajur sahaja"],
  "toggle-even-chain": ["An even number of hops", "Bilangan lompatan genap"],
  "toggle-even-chain-about": ["Whether a turn may end after it.", "Sama ada giliran boleh tamat selepasnya."],
  "toggle-even-chain-forbidden": ["does not end a turn", "tidak menamatkan giliran"],
  "toggle-even-chain-forfeited": ["may; the last stone stays", "boleh; buah terakhir kekal"],
  "toggle-max-chain": ["Most hops in a turn", "Lompatan terbanyak segiliran"],
  "toggle-max-chain-about": ["An odd number from 1 to 15.", "Bilangan ganjil dari 1 hingga 15."],
  // A game looked at again.
  "worth-points": ["{n:point is|points are} to be expected", "{n} mata dijangka"],
  "worth-stuck-win": ["the other player gets stuck, it seems", "pemain lawan akan suntuk, nampaknya"],
  "worth-stuck-loss": ["stuck, it seems", "akan suntuk, nampaknya"],
  "worth-proved-win": ["won by {n}, proved", "menang dengan {n}, terbukti"],
  "worth-proved-win-stuck": ["won with {n} points less, the other being stuck, proved", "menang dengan {n} mata kurang kerana lawan suntuk, terbukti"],
  "worth-proved-loss-stuck": ["lost by being stuck, with {n} points more, proved", "kalah kerana suntuk, dengan {n} mata lebih, terbukti"],
  "worth-proved-draw": ["a draw, proved", "seri, terbukti"],
  "worth-proved-loss": ["lost by {n}, proved", "kalah dengan {n}, terbukti"],
  "review-two": ["Games of two can be reviewed.", "Hanya permainan dua orang dapat diulas."],
  "review-none": ["Play a game first, or open one; here it is then told where it went wrong.", "Main dahulu, atau buka satu permainan; di sini diberitahu di mana silapnya."],
  "review-wait": ["Looking at every move …", "Meneliti setiap langkah …"],
  "review-how": [
    "Chances are estimated by a search, and fitted to games between equal bots; shaded is what is solved, and so proved. Accuracy weighs each move by how much the chance varies around it, as lichess does: in a game that is decided moves count little.",
    "Peluang dianggar oleh carian, dan disuaikan kepada permainan antara komputer yang setara; yang berlorek telah diselesaikan, jadi terbukti. Ketepatan memberati setiap langkah mengikut perubahan peluang di sekitarnya, seperti lichess: dalam permainan yang sudah ditentukan, langkah kurang dikira.",
  ],
  "curve-of": ["The chance of player 1 to win, move by move", "Peluang pemain 1 untuk menang, langkah demi langkah"],
  accuracy: ["accuracy {share}", "ketepatan {share}"],
  "points-lost": ["{points} points lost per move", "{points} mata hilang setiap langkah"],
  "cheap-moves": ["{good} of {choices} moves cost less than 2 % of the chance to win", "{good} daripada {choices} langkah merugikan kurang daripada 2 % peluang menang"],
  "all-good": ["No move cost much.", "Tiada langkah yang rugi banyak."],
  moments: ["What mattered most", "Yang paling penting"],
  "moments-small": ["Small differences", "Perbezaan kecil"],
  about: ["about {share} %", "kira-kira {share} %"],
  "about-most": ["more than 99 %", "lebih daripada 99 %"],
  "about-least": ["less than 1 %", "kurang daripada 1 %"],
  "cost-win-loss": ["the win, as is proved", "kemenangan, dan itu terbukti"],
  "cost-win-draw": ["the win (a draw is left), as is proved", "kemenangan (tinggal seri), dan itu terbukti"],
  "cost-draw-loss": ["the draw, as is proved", "seri, dan itu terbukti"],
  moment: ["Move {n}, {who}: {word} cost {lost}", "Langkah {n}, {who}: {word} melepaskan {lost}"],
  "show-line": ["Show the better line", "Tunjukkan yang lebih baik"],
  "try-it": ["Try it yourself", "Cuba sendiri"],
  "line-at": ["Better line, {n} of {of}. {who}: {word}, {points:point|points}.", "Lanjutan yang lebih baik, {n} daripada {of}. {who}: {word}, {points} mata."],
  "line-begin": ["Before the better line.", "Sebelum lanjutan yang lebih baik."],
  "black-stones": ["{n:black stone|black stones}", "{n} buah hitam"],
  "white-stones": ["{n:white stone|white stones}", "{n} buah putih"],
  and: [" and ", " dan "],
  nothing: ["nothing", "tiada apa-apa"],
  "because-wins": ["{word} would have won at once: {who} could not move.", "{word} akan menang terus: {who} tidak dapat bergerak."],
  "because-trap": ["It let {other} answer {word}, and {who} cannot move: stuck.", "Langkah ini membenarkan {other} membalas {word}, dan {who} tidak dapat bergerak: suntuk."],
  "because-open": [
    "It left {stones} open to {who}: {word} takes {points:point|points}. After {better} the most would be {less}.",
    "Langkah ini membiarkan {stones} terbuka kepada {who}: {word} memakan {points} mata. Selepas {better} paling banyak {less}.",
  ],
  "because-less": [
    "{who} took {stones}, {points:point|points}, where {other} could be taken, {more:point|points}.",
    "{who} memakan {stones}, {points} mata, sedangkan {other} boleh dimakan, {more} mata.",
  ],
  "because-next": [
    "It took away from the next move: after the likely reply {who} takes {left:point|points} at most, instead of {kept}.",
    "Langkah ini merugikan langkah berikutnya: selepas balasan yang dijangka, {who} memakan paling banyak {left} mata, bukan {kept}.",
  ],
  "because-free": ["It leaves {who} {n:reply|replies}, the better move only {m}.", "Langkah ini meninggalkan {n} balasan kepada {who}, langkah yang lebih baik hanya {m}."],
  "because-win-loss": ["It turned a win into a loss: both are proved.", "Langkah ini menukar kemenangan kepada kekalahan: kedua-duanya terbukti."],
  "because-win-draw": ["It turned a win into a draw: both are proved.", "Langkah ini menukar kemenangan kepada seri: kedua-duanya terbukti."],
  "because-draw-loss": ["It turned a draw into a loss: both are proved.", "Langkah ini menukar seri kepada kekalahan: kedua-duanya terbukti."],
  "because-stuck": ["After it {who} gets stuck, as the search sees it.", "Selepas itu {who} akan suntuk, menurut carian."],
  "because-stuck-proved": ["After it {who} gets stuck: that is proved.", "Selepas itu {who} akan suntuk: itu terbukti."],
  "because-lost": ["After it the game is lost: that is proved.", "Selepas itu permainan kalah: itu terbukti."],
  "because-drawn": ["After it the game is a draw: that is proved.", "Selepas itu permainan seri: itu terbukti."],
  "because-won": ["{word} wins: that is proved.", "{word} menang: itu terbukti."],
  "because-sticks": ["After {word} {who} gets stuck, as the search sees it.", "Selepas {word}, {who} akan suntuk, menurut carian."],
  "because-run": [
    "In the {n} moves to be expected from here, {who} takes {own:point|points} and {other} {others}; after {better} it would be {more} and {less}.",
    "Dalam {n} langkah yang dijangka dari sini, {who} memakan {own} mata dan {other} {others}; selepas {better} jadi {more} dan {less}.",
  ],
  "because-deep": ["No single capture shows why: the search sees it in the moves that follow.", "Tiada satu tangkapan yang menunjukkan sebabnya: carian melihatnya dalam langkah seterusnya."],
  deed: ["{word} takes {n} for {points:point|points}, leaves {leaves:reply|replies}", "{word} makan {n}, {points} mata, meninggalkan {leaves} balasan"],
  "deed-none": ["{word} leaves {leaves:reply|replies}", "{word} meninggalkan {leaves} balasan"],
  "was-better": ["Better: {deed}.", "Lebih baik: {deed}."],
  "ply-was": ["Move {n}, {who}: {word}.", "Langkah {n}, {who}: {word}."],
  "ply-better": ["Move {n}, {who}: {word}; better was {better}.", "Langkah {n}, {who}: {word}; lebih baik {better}."],
  "ply-last": ["The end.", "Tamat."],
  "chance-is": ["Player 1 wins with a chance of {chance} ({worth}).", "Peluang pemain 1 menang {chance} ({worth})."],
  "chance-proved": ["Player 1: {worth}.", "Pemain 1: {worth}."],
  back: ["Back", "Kembali"],
  forth: ["Forth", "Maju"],
  "from-here": ["Play on from here", "Main dari sini"],
  bar: ["Chances", "Peluang"],
  "play-again": ["Again", "Sekali lagi"],
  "change-sides": ["Change sides", "Tukar pihak"],
  turn: ["Turn the board", "Pusingkan papan"],
  sound: ["Sound", "Bunyi"],
  // What a crew's games say.
  "balance-first": ["Not fair: the first player is ahead.", "Tidak adil: pemain pertama mendahului."],
  "balance-second": ["Not fair: the second player is ahead.", "Tidak adil: pemain kedua mendahului."],
  "balance-balanced-5": ["Fair: a new bot scores within 5 percentage points of even, with probability 95 % or more.", "Adil: komputer baharu mendapat mata dalam lingkungan 5 mata peratusan daripada seri, dengan kebarangkalian 95 % atau lebih."],
  "balance-balanced-10": ["Nearly fair: a new bot scores within 10 percentage points of even, with probability 95 % or more.", "Hampir adil: komputer baharu mendapat mata dalam lingkungan 10 mata peratusan daripada seri, dengan kebarangkalian 95 % atau lebih."],
  "balance-inconclusive": ["These games cannot tell.", "Permainan ini tidak dapat memastikannya."],
  "balance-score": [
    "With random openings the first player scores {score} % (95 % confidence interval {low} to {high}), by {games} games.",
    "Dengan pembukaan rawak, pemain pertama mendapat {score} % (selang keyakinan 95 %: {low} hingga {high}), dalam {games} permainan.",
  ],
  "balance-unseen": [
    "A new bot would score {low} to {high} % (95 % prediction interval).",
    "Komputer baharu akan mendapat {low} hingga {high} % (selang ramalan 95 %).",
  ],
  "balance-within": [
    "A new bot's score is within 5 percentage points of even with probability {five} %, within 10 with {ten} %.",
    "Kebarangkalian bahawa mata komputer baharu dalam lingkungan 5 mata peratusan daripada seri ialah {five} %, dan 10 mata {ten} %.",
  ],
  "balance-value": [
    "With best openings (maximin) the first player scores {score} % (95 % confidence interval {low} to {high}).",
    "Dengan pembukaan terbaik (maksimin), pemain pertama mendapat {score} % (selang keyakinan 95 %: {low} hingga {high}).",
  ],
  "balance-best": ["Best first move, with its probability: {firsts}.", "Langkah pertama terbaik, dengan kebarangkaliannya: {firsts}."],
  // Patterns.
  "patterns-known": ["The {n} known patterns", "{n} corak yang dikenali"],
  "patterns-about": [
    "Who is ahead, by games of a crew of bots ({crew}; {rules}): the first player's score with random openings, and its 95 % confidence interval. No source gives the patterns names.",
    "Siapa yang mendahului, menurut permainan satu pasukan komputer ({crew}; {rules}): mata pemain pertama dengan pembukaan rawak, dan selang keyakinan 95 %. Tiada sumber yang menamakan corak ini.",
  ],
  "patterns-all": ["All patterns", "Semua corak"],
  "patterns-own": ["Your patterns", "Corak anda"],
  "patterns-own-none": ["Draw a pattern and keep it: it then stands here.", "Lukis corak dan simpan: ia akan berada di sini."],
  "own-name": ["Name of the pattern", "Nama corak"],
  "keep-pattern": ["Keep on this device", "Simpan pada peranti ini"],
  "pattern-held": ["{name} is kept until you leave: this browser keeps nothing for the next visit.", "{name} disimpan sehingga anda keluar: pelayar ini tidak menyimpan apa-apa untuk lawatan seterusnya."],
  "pattern-kept": ["{name} is kept: under Patterns, and for a new game.", "{name} telah disimpan: di bawah Corak, dan untuk permainan baharu."],
  drop: ["Delete", "Padam"],
  "draw-from": ["Draw from it", "Lukis daripadanya"],
  order: ["Order", "Susunan"],
  "order-number": ["by number", "mengikut nombor"],
  "order-balance": ["most even first", "paling seimbang dahulu"],
  "short-first": ["first ahead", "pertama mendahului"],
  "short-second": ["second ahead", "kedua mendahului"],
  "short-balanced-5": ["fair", "adil"],
  "short-balanced-10": ["nearly fair", "hampir adil"],
  "short-inconclusive": ["not known", "tidak pasti"],
  "short-quick": ["quick", "pantas"],
  "short-club": ["club", "kelab"],
  "short-strong": ["strong", "kuat"],
  class: ["Bots", "Komputer"],
  "class-random": ["random openings", "pembukaan rawak"],
  "class-best": ["best openings", "pembukaan terbaik"],
  "class-within": ["within 10", "dalam 10"],
  "class-caption": [
    "The first player's score in % by strength of the bots, with the 95 % confidence interval; within 10: the probability that a new bot scores within 10 percentage points of even with random openings. The verdicts hold for all patterns at once, an interval for its pattern alone.",
    "Mata pemain pertama dalam % mengikut kekuatan komputer, dengan selang keyakinan 95 %; dalam 10: kebarangkalian komputer baharu mendapat mata dalam lingkungan 10 mata peratusan daripada seri dengan pembukaan rawak. Keputusan benar bagi semua corak serentak, selang bagi coraknya sahaja.",
  ],
  "pattern-puzzles": ["Puzzles of this pattern", "Teka-teki corak ini"],
  "best-columns": ["Best first column", "Lajur pertama terbaik"],
  "column-best": ["best with probability {best} %; scores {low} to {high} % against the best reply", "terbaik dengan kebarangkalian {best} %; mendapat {low} hingga {high} % lawan balasan terbaik"],
  typical: ["Show a typical game", "Tunjukkan satu permainan"],
  "typical-wait": ["Two bots are playing …", "Dua komputer sedang bermain …"],
  "typical-about": [
    "One game of two equal bots of about 4,000 positions a move, from the most probably best column and its best reply. It shows how such a game goes, and proves nothing about the pattern.",
    "Satu permainan antara dua komputer yang setara (kira-kira 4,000 kedudukan setiap langkah), daripada lajur yang paling mungkin terbaik dan balasan terbaiknya. Ia menunjukkan cara permainan itu berjalan, dan tidak membuktikan apa-apa tentang corak ini.",
  ],
  "play-here": ["Play from this move", "Main dari langkah ini"],
  "replay-begin": ["The pattern before the first move.", "Corak sebelum langkah pertama."],
  "replay-at": ["Move {n} of {of}. {who}: {word}, {points:point|points}. Score {score}.", "Langkah {n} daripada {of}. {who}: {word}, {points} mata. Mata {score}."],
  "book-caption": ["The first player's score in %: first column down the side, reply along the top", "Mata pemain pertama dalam %: lajur pertama di tepi, balasan di atas"],
  "book-worth": ["against the best reply", "lawan balasan terbaik"],
  "book-tap": ["Tap a score to see how sure it is.", "Sentuh satu angka untuk melihat setakat mana ia pasti."],
  "book-pair": ["{first} answered by {reply}: {score} % (95 % confidence interval {low} to {high}).", "{first} dibalas {reply}: {score} % (selang keyakinan 95 %: {low} hingga {high})."],
  "book-how": [
    "Scores over all bots, estimated from the games of a crew ({crew}): all pairs tell about each. In bold are the likely best first columns. People may fare otherwise.",
    "Mata bagi semua komputer, dianggar daripada permainan satu pasukan ({crew}): semua pasangan lajur menyumbang kepada setiap anggaran. Yang tebal ialah lajur pertama yang mungkin terbaik. Manusia mungkin mendapat hasil lain.",
  ],
  // Is it fair?
  "fair-known": ["Known already, by games of strong bots ({crew}): with random openings the first player scores {score} % (95 % confidence interval {low} to {high}).", "Sudah diketahui, menurut permainan komputer yang kuat ({crew}): dengan pembukaan rawak pemain pertama mendapat {score} % (selang keyakinan 95 %: {low} hingga {high})."],
  "fair-question": ["Who wins more often: the one who begins?", "Siapa lebih kerap menang: yang mula dahulu?"],
  "fair-ask": ["Not known yet. Bots play it out here.", "Belum diketahui. Komputer akan bermain di sini."],
  "fair-how": ["Who plays, and how", "Siapa bermain, dan caranya"],
  "balance-share": ["The first player scores {score} % ({low} to {high}).", "Pemain pertama mendapat {score} % ({low} hingga {high})."],
  "fair-about": [
    "A crew of four different bots plays here, each against itself: every pair of first moves, on the board and on its mirror image. Who is ahead? This takes seconds with quick bots, minutes with strong ones.",
    "Satu pasukan empat komputer yang berlainan bermain di sini, setiap satu melawan dirinya sendiri: setiap pasangan langkah pertama, di papan dan pada imej cerminnya. Siapa yang mendahului? Komputer pantas mengambil masa beberapa saat, yang kuat beberapa minit.",
  ],
  crew: ["Crew", "Pasukan"],
  "crew-beginner": ["beginners, who err", "baru belajar, yang silap"],
  "crew-easy": ["easy bots, which err", "komputer mudah, yang silap"],
  "crew-medium": ["medium bots, which err", "komputer sederhana, yang silap"],
  "crew-quick": ["quick: about 1,000 positions a move", "pantas: sekitar 1,000 kedudukan/langkah"],
  "crew-club": ["club: about 4,000 positions a move", "kelab: sekitar 4,000 kedudukan/langkah"],
  "crew-strong": ["strong: about 16,000 positions a move", "kuat: sekitar 16,000 kedudukan/langkah"],
  "fair-go": ["Play the games", "Mainkan semua"],
  "fair-played": ["Ask about what is played:", "Tanya tentang yang sedang dimainkan:"],
  "fair-so-far": ["{games} of {all} games", "{games} daripada {all} permainan"],
  "fair-left-seconds": ["about {n} s left", "kira-kira {n} saat lagi"],
  "fair-left-minutes": ["about {n} min left", "kira-kira {n} minit lagi"],
  mend: ["Mend it", "Baiki"],
  "mend-about": ["Looks for a small change that keeps the pattern's symmetry: {n} changes are tried by the quick bots, and the best one plays fresh games.", "Mencari perubahan kecil yang mengekalkan simetri corak: {n} perubahan dicuba oleh komputer pantas, dan yang terbaik memainkan permainan baharu."],
  "mend-tries": ["Tried: {n} of {of} changes.", "Dicuba: {n} daripada {of} perubahan."],
  "mend-near": ["The {n} best ones play on: {games} of {all} games.", "{n} yang terbaik terus bermain: {games} daripada {all} permainan."],
  "mend-fresh": ["Fresh games of the best one: {games} of {all}.", "Permainan baharu bagi yang terbaik: {games} daripada {all}."],
  "mend-found": ["Mended: {n} black stones became white, and {n} white ones black (ringed).", "Telah dibaiki: {n} buah hitam menjadi putih, dan {n} buah putih menjadi hitam (bertanda)."],
  "mend-best": ["Not mended: this was the best of the {n} changes that were tried.", "Belum dibaiki: ini yang terbaik daripada {n} perubahan yang dicuba."],
  "mend-none": ["No small change keeps the symmetry of this pattern.", "Tiada perubahan kecil yang mengekalkan simetri corak ini."],
  "mend-how": ["The games of this answer are new ones (crew:quick, seed {seed}), and did not choose the change.", "Permainan bagi jawapan ini baharu (crew:quick, benih {seed}), dan tidak memilih perubahan itu."],
  "fair-same": [
    "The command pasang run --setup plays the same games (crew:{crew}, seed {seed}), and finds the same figures.",
    "Arahan pasang run --setup memainkan permainan yang sama (crew:{crew}, benih {seed}), dan mendapat angka yang sama.",
  ],
  "fair-uneven": ["The counts are uneven: {black} black and {white} white.", "Bilangannya tidak sama: {black} hitam dan {white} putih."],
  // Puzzles.
  "puzzles-about": [
    "Endings of games between bots. One move alone keeps the win, or the draw; every other one throws it away. All of it is proved. A player who cannot move, with stones left, loses.",
    "Penghabisan permainan antara komputer. Hanya satu langkah mengekalkan kemenangan, atau seri; yang lain mensia-siakannya. Semuanya terbukti. Pemain yang tidak dapat bergerak sedangkan masih ada buah, kalah.",
  ],
  daily: ["Today's puzzle", "Teka-teki hari ini"],
  streak: ["Solved {n:day|days} in a row.", "Diselesaikan {n} hari berturut-turut."],
  "streak-none": ["One for each day: solve it, and a row of days begins.", "Satu untuk setiap hari: selesaikan, dan kiraan hari berturut-turut bermula."],
  "own-puzzles": ["From your game", "Daripada permainan anda"],
  "own-none": ["Play a game of two: your costliest moves are then asked here again.", "Main permainan dua orang dahulu: langkah anda yang paling merugikan akan ditanya semula di sini."],
  "own-find": ["Your three costliest moves: try again", "Tiga langkah anda yang paling merugikan: cuba lagi"],
  "own-short": ["Move {n}, {who}: cost {lost}", "Langkah {n}, {who}: melepaskan {lost}"],
  "own-title": ["Move {n} of your game", "Langkah {n} permainan anda"],
  "own-asks": ["{who} played {word}. Find a better move.", "{who} memainkan {word}. Cari langkah yang lebih baik."],
  "own-right": ["Yes, that is better, by the search.", "Ya, itu lebih baik, menurut carian."],
  "own-wrong": ["No: that costs {lost} of the chance to win, by the search.", "Bukan: itu merugikan {lost} peluang menang, menurut carian."],
  "solve-again": ["Try again", "Cuba lagi"],
  "solve-end": ["Show how it ends", "Tunjukkan penghabisannya"],
  "solve-answer": ["{who} answers {word}, {points:point|points}.", "{who} membalas {word}, {points} mata."],
  "solve-worth": ["{who}: {worth}.", "{who}: {worth}."],
  endings: ["Endings", "Penghabisan"],
  "grades-about": [
    "One star: seen one move ahead. Three stars: five moves ahead or more.",
    "Satu bintang: nampak satu langkah ke hadapan. Tiga bintang: lima langkah atau lebih.",
  ],
  "grade-1": ["easy", "mudah"],
  "grade-2": ["medium", "sederhana"],
  "grade-3": ["hard", "sukar"],
  "is-solved": ["solved", "selesai"],
  puzzle: ["Puzzle {n}", "Teka-teki {n}"],
  "puzzle-short": ["Ka {turn} moves, {score}:", "Ka {turn} bergerak, {score}:"],
  "keeps-win": ["wins", "menang"],
  "keeps-draw": ["draws", "seri"],
  "puzzle-asks": ["{who} is to move; the points are {score}.", "Giliran {who}; mata {score}."],
  "puzzle-win": ["Which move wins?", "Langkah mana yang menang?"],
  "puzzle-draw": ["Which move draws?", "Langkah mana yang seri?"],
  "puzzle-right": ["Yes, that is the one.", "Ya, itulah dia."],
  "puzzle-wrong": ["No: that throws it away.", "Bukan: itu mensia-siakannya."],
  "puzzle-next": ["Next puzzle", "Teka-teki seterusnya"],
  "puzzles-more": ["More endings:", "Penghabisan lagi:"],
  "puzzle-all": ["All puzzles", "Semua teka-teki"],
  print: ["Print the sheet", "Cetak"],
  "sheet-title": ["Pasang: {n} endings to solve", "Pasang: {n} penghabisan untuk diselesaikan"],
  solutions: ["Solutions", "Jawapan"],
  // A pattern of one's own.
  "draw-about": [
    "Draw with the finger: each stone is mirrored as you draw. 60 black and 60 white stones are customary.",
    "Lukis dengan jari: setiap buah dicerminkan semasa anda melukis. Lazimnya 60 buah hitam dan 60 buah putih.",
  ],
  black: ["black", "hitam"],
  white: ["white", "putih"],
  brush: ["Brush", "Berus"],
  symmetry: ["Mirrored", "Simetri"],
  "sym-none": ["not at all", "tiada"],
  "sym-half": ["half turn", "separuh pusingan"],
  "sym-quarter": ["quarter turns", "suku pusingan"],
  "sym-mirror": ["left and right", "kiri dan kanan"],
  "sym-full": ["all eight ways", "lapan arah"],
  size: ["Size", "Saiz"],
  "from-known": ["Start from", "Bermula daripada"],
  "counts": ["{black} black, {white} white of {all}", "{black} hitam, {white} putih daripada {all}"],
  "counts-even": ["as many of both", "sama banyak"],
  "counts-more": ["{n} too many {colour}", "{n} terlebih {colour}"],
  "play-this": ["Play it", "Mainkan"],
  "fair-this": ["Is it fair?", "Adilkah?"],
};

const LANGUAGES = ["en", "ms"];
let language = 0;

export function speak(code) {
  language = Math.max(0, LANGUAGES.indexOf(code));
  document.documentElement.lang = LANGUAGES[language];
}

export function spoken() {
  return LANGUAGES[language];
}

export function say(key, values = {}) {
  const texts = WORDS[key];
  if (!texts) throw new Error(`no words for ${key}`);
  return texts[language].replace(/\{(\w+)(?::([^|}]+)\|([^}]+))?\}/g, (_, name, one, many) =>
    (one ? `${values[name]} ${Math.abs(values[name]) === 1 ? one : many}` : values[name]));
}

/** Keys of the words that are the same in both languages. */
export function sameInBoth() {
  return Object.entries(WORDS).filter(([, [english, malay]]) => english === malay).map(([key]) => key);
}

/** Malay translations of the core's error messages.
 *  @type {[RegExp, string][]} */
const REASONS = [
  [/there is no game in/, "tiada permainan atau corak dalam teks itu"],
  [/holds no board/, "teks itu bukan corak: satu corak ada 11 baris dengan 11 tanda (papan kecil 5, 7 atau 9)"],
  [/is an experiment, and no board/, "teks itu ialah eksperimen, bukan permainan atau corak"],
  [/does not say what it starts from/, "permainan itu tidak menyatakan corak permulaannya"],
  [/the board has (\d+) rows?/, "papan ada $1 baris, sepatutnya 11"],
  [/(\d+) rows? ha(?:ve|s) (\d+) signs.*expected (\d+)/, "$1 baris ada $2 tanda, sepatutnya $3"],
  [/unknown signs? `([^`]*)`/, "tanda `$1` tidak dikenali; gunakan `b`, `w`, dan `_` di tengah"],
  [/has (\d+) black and (\d+) white stones: expected (\d+) and (\d+)/, "ada $1 buah hitam dan $2 buah putih, sepatutnya $3 dan $4"],
  [/a stone on (\w+)/, "ada buah di $1, iaitu gadong: tulis `_` di situ"],
  [/left empty/, "ada titik yang kosong"],
  [/unknown setup `([^`]*)`/, "corak `$1` tidak dikenali"],
  [/unknown rules `([^`]*)`/, "peraturan `$1` tidak dikenali"],
  [/unknown (?:toggle|header) `([^`]*)`/, "`$1` tidak dikenali"],
  [/unknown value `([^`]*)` for `([^`]*)`/, "nilai `$1` tidak sah untuk `$2`"],
  [/move (\d+), `([^`]*)`, is not legal[^;]*; (?:legal here|nearest legal moves): (.*?)(?:; .*)?$/, "langkah $1, `$2`, tidak sah; antara yang sah: $3"],
  [/result of a game|the result/, "keputusan itu tidak sepadan dengan langkah-langkahnya"],
  [/is no word for a position/, "itu bukan kata sebuah kedudukan"],
  [/control characters/, "ada aksara kawalan di dalamnya"],
  [/no board of (\d+) by/, "permainan Bell tidak dimainkan di papan $1 × $1"],
];

/** Reason of a refusal, in the current language; untranslated messages stay English, with a note. */
export function reason(error) {
  const why = error.replace(/^error /, ""), place = why.match(/^the text:(\d+):(\d+): /);
  const what = why.slice(place?.[0].length ?? 0).replaceAll("`the text`", "the text");
  if (language === 0) return (place ? `line ${place[1]}, column ${place[2]}: ` : "") + what;
  const found = REASONS.filter(([pattern]) => pattern.test(what)).sort(([one], [other]) => what.search(one) - what.search(other));
  const [pattern, malay] = found[0] ?? [];
  const told = pattern ? what.match(pattern)[0].replace(pattern, malay).replace(/ or `/g, " atau `") : `(bahasa Inggeris) ${what}`;
  return (place ? `baris ${place[1]}, lajur ${place[2]}: ` : "") + told;
}

/** Name of a pattern; unnamed ones are named in the current language. */
export function patternNamed({ name }) {
  const key = ["own-pattern", "a-position"].find((nameless) => WORDS[nameless].includes(name));
  return key ? say(key) : name;
}

/** Capitalizes the first letter. */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Creates an element: its attributes, `on..` handlers among them, and its children. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function button(key, onclick, attributes = {}) {
  return make("button", { type: "button", "data-key": key, onclick, ...attributes }, say(key));
}

/** Creates a list to choose from: `[value, text]` each. */
export function choice(label, options, chosen, onchange) {
  const list = options.map(([value, text]) => make("option", { value, selected: value === chosen }, text));
  return make("label", {}, make("span", {}, label), make("select", { onchange: (event) => onchange(event.target.value) }, ...list));
}

/** Shows a dialog in place of an open one: a text or a picture, and buttons. */
export function asking(told, ...buttons) {
  const asks = /** @type {HTMLDialogElement} */ (make("dialog", { onclose: () => asks.remove() }, make("p", {}, told), make("div", { class: "row" }, ...buttons)));
  document.querySelector("dialog")?.remove();
  document.body.append(asks);
  asks.showModal();
  return asks;
}

/** Focuses an element if what had the focus is gone. */
export function refocus(element) {
  const at = document.activeElement;
  if (!at || at === document.body || at.matches(":disabled") || !at.checkVisibility()) element?.focus({ preventScroll: true });
}

/** Announces a text to screen readers, after those before it: a move, and then the answer to it. */
export function tell(text) {
  const told = document.getElementById("told");
  told.append(make("p", {}, text));
  while (told.childElementCount > 4) told.firstChild.remove();
}
