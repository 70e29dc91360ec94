"""Every text of the sheets to print, in English and in Malay. `{name}` is filled in; `{page:KEY}` is a text of the page
(page/words.js), so that the sheets name its buttons as it does. Items of a list stand between ` | `."""

LANGUAGES = ["en", "ms"]

WORDS = {
    "title": ("Pasang: a set to print", "Pasang: set untuk dicetak"),
    "foot": ("A4, print at actual size (100 %)", "A4, cetak pada saiz sebenar (100 %)"),
    "player": ("Player {n}", "Pemain {n}"),
    # The board.
    "board-foot": ("board", "papan"),
    "board-size": ("{paper}, print at actual size (100 %): {mm} mm from point to point; nothing moves along the diagonals", "{paper}, cetak pada saiz sebenar (100 %): {mm} mm dari titik ke titik; tiada yang bergerak di pepenjuru"),
    "tray": ("Put the stones that you take here. Black: 1 point, white: 2 points.", "Letak buah yang anda makan di sini. Hitam: 1 mata, putih: 2 mata."),
    # The stones.
    "stones-foot": ("stones", "buah"),
    "stones": ("Stones to cut out", "Buah untuk digunting"),
    "stones-about": (
        "One set for one A4 board: 60 black stones, 60 white stones and two kas, with four spare stones of each colour and two spare kas. Use thick paper. Or use buttons, beads, shells or bottle caps: up to 15 mm wide on the A4 board, up to 22 mm on the A3 board.",
        "Satu set untuk satu papan A4: 60 buah hitam, 60 buah putih dan dua ka, dengan empat buah simpanan bagi setiap warna dan dua ka simpanan. Gunakan kertas tebal. Atau gunakan butang, manik, cangkerang atau penutup botol: lebar hingga 15 mm di papan A4, hingga 22 mm di papan A3.",
    ),
    "ruler": ("This line is 100 mm long if the sheet was printed at actual size.", "Garis ini 100 mm panjangnya jika helaian ini dicetak pada saiz sebenar."),
    # The cards.
    "card-name": ("Nama:", "Nama:"),
    "card-own": ("?", "?"),
    "card-own-about": (
        "Your own pattern: draw 60 black and 60 white stones, the same on every side, and give it a name. The page says whether it is fair: {page:tab-patterns}, {page:tab-pattern}, then {page:fair-this}",
        "Corak anda sendiri: lukis 60 buah hitam dan 60 buah putih, sama di setiap sisi, dan beri nama. Laman menunjukkan sama ada corak itu adil: {page:tab-patterns}, {page:tab-pattern}, kemudian {page:fair-this}",
    ),
    "card-back": ("Is pattern {number} fair?", "Adakah corak {number} adil?"),
    "card-quick": ("Quick computers", "Komputer pantas"),
    "card-club": ("Better computers", "Komputer lebih baik"),
    "card-strong": ("Strong computers", "Komputer kuat"),
    "card-looks-quick": ("Quick computers look at about 1,000 positions a move", "Komputer pantas meneliti kira-kira 1,000 kedudukan setiap langkah"),
    "card-looks-club": ("better ones at 4,000", "yang lebih baik 4,000"),
    "card-looks-strong": ("strong ones at 16,000", "yang kuat 16,000"),
    "card-first": ("player 1 is ahead", "pemain 1 mendahului"),
    "card-second": ("player 2 is ahead", "pemain 2 mendahului"),
    "card-within-5": ("fair", "adil"),
    "card-within-10": ("nearly fair", "hampir adil"),
    "card-beyond-10": ("not fair", "tidak adil"),
    "card-open": ("not sure", "tidak pasti"),
    "card-score": ("Player 1 wins about {mean} of 100 games ({low} to {high}).", "Pemain 1 menang kira-kira {mean} daripada 100 ({low} hingga {high})."),
    "card-about": (
        "50 of 100 is even; a draw is half a win. The dot is what the games gave. The true number is in the band with a probability of 95 %. Fair: within 5 of 50; nearly fair: within 10; not fair: farther off, each with a probability of 95 %. {looks}. The first columns are random. People may play otherwise than computers.",
        "50 daripada 100 ialah seimbang; seri ialah separuh kemenangan. Titik ialah hasil permainan. Angka sebenar di dalam jalur dengan kebarangkalian 95 %. Adil: dalam 5 daripada 50; hampir adil: dalam 10; tidak adil: lebih jauh, setiap satu dengan kebarangkalian 95 %. {looks}. Lajur pertama dipilih secara rawak. Manusia mungkin bermain dengan cara lain daripada komputer.",
    ),
    # The rules.
    "rules-foot": ("rules", "peraturan"),
    "rules": ("Pasang: the rules", "Pasang: peraturan"),
    "rules-about": (
        "A board game from Brunei for two. The 120 stones belong to neither player: you score the stones that you take. The number of stones in a line decides whether you can take it.",
        "Permainan papan Brunei untuk dua orang. Kesemua 120 buah bukan milik sesiapa: anda mendapat mata daripada buah yang anda makan. Bilangan buah dalam satu baris menentukan sama ada baris itu boleh dimakan.",
    ),
    "rules-setup": ("Set up", "Susun"),
    "rules-setup-about": (
        "Lay the stones as on a pattern card; this is pattern 01. The middle, f6, stays empty: the <i>gadong</i>. Nothing passes it. Player 1 sits at row 1, player 2 at row 11.",
        "Susun buah seperti pada kad corak; ini corak 01. Titik tengah, f6, kosong: <i>gadong</i>. Tiada apa yang melaluinya. Pemain 1 duduk di baris 1, pemain 2 di baris 11.",
    ),
    "rules-column": ("Take a column", "Ambil satu lajur"),
    "rules-column-about": (
        "Player 1 takes all five stones of a column in rows 1 to 5 (here c). Player 2 takes five in rows 7 to 11, in the opposite quarter (here g to k). After f, any column but f. The empty column is your way in.",
        "Pemain 1 mengambil kelima-lima buah satu lajur di baris 1 hingga 5 (di sini c). Pemain 2 mengambil lima di baris 7 hingga 11, di suku bertentangan (di sini g hingga k). Selepas f, mana-mana lajur kecuali f. Lajur kosong itu jalan masuk anda.",
    ),
    "rules-entry": ("Bring in the ka", "Masukkan ka"),
    "rules-entry-about": (
        "Slide a stone from the column beside it into your empty column, within your five rows. It becomes your <i>ka</i>: lay a ka in its place, the stone scores for nobody. It must take a line in the row or the column where it lands. Here it takes three.",
        "Gelongsorkan sebiji buah dari lajur sebelah ke lajur kosong anda, dalam lima baris anda. Buah itu menjadi <i>ka</i>: gantikan dengan ka, buah itu tidak memberi mata kepada sesiapa. Ka mesti memakan buah sepanjang baris atau lajur tempat ia mendarat. Di sini ia memakan tiga.",
    ),
    "rules-line": ("Move, and take an odd line", "Gerak, dan makan baris ganjil"),
    "rules-line-about": (
        "Now by turns: your ka moves along its row or column over empty points, and must take a line <b>across</b> its way. A line is all stones of one colour that it meets, gaps or not, up to another colour, a ka, the gadong or the edge.",
        "Kini bergilir-gilir: ka bergerak sepanjang baris atau lajurnya melalui titik kosong, dan mesti memakan satu baris yang <b>melintang</b>. Satu baris ialah semua buah sewarna yang ditemui, berjarak atau tidak, hingga warna lain, ka, gadong atau tepi.",
    ),
    "rules-even": ("Two cannot be taken", "Dua tidak boleh dimakan"),
    "rules-even-about": (
        "Only 1, 3, 5 … stones can be taken, always the whole line. Here are two: even. So the ka cannot go to e1. A move that takes nothing is not allowed.",
        "Hanya 1, 3, 5 … buah boleh dimakan, sentiasa seluruh baris. Di sini ada dua: genap. Jadi ka tidak boleh ke e1. Langkah yang tidak memakan apa-apa tidak dibenarkan.",
    ),
    "rules-both": ("Look both ways", "Lihat kedua-dua arah"),
    "rules-both-about": (
        "Look both ways from where the ka lands. The same colour on both sides makes <b>one</b> line: here one above and two below are three.",
        "Lihat kedua-dua arah dari tempat ka mendarat. Warna yang sama di kedua-dua arah menjadi <b>satu</b> baris: di sini satu di atas dan dua di bawah ialah tiga.",
    ),
    "rules-points": ("Two colours, and points", "Dua warna, dan mata"),
    "rules-points-about": (
        "Different colours make two lines, and you take <b>one</b>: here the white one, for the black ones are two. Black is worth 1 point, white 2. When the board is empty the higher score wins; equal scores are a draw.",
        "Warna berlainan menjadi dua baris, dan anda memakan <b>satu</b>: di sini yang putih, kerana yang hitam ada dua. Hitam bernilai 1 mata, putih 2. Apabila papan kosong, mata lebih tinggi menang; mata yang sama ialah seri.",
    ),
    "rules-stuck": ("Who is stuck loses", "Yang suntuk kalah"),
    "rules-stuck-about": (
        "It is player 2's turn: wherever ka 2 goes, it meets two stones or none. Who cannot move while stones are left is <i>suntuk</i> (stuck) and loses, whatever the points.",
        "Giliran pemain 2: ke mana pun ka 2 pergi, ia menemui dua buah atau tiada. Pemain yang tidak dapat bergerak sedangkan masih ada buah ialah <i>suntuk</i> dan kalah, walau berapa pun mata.",
    ),
    "rules-other": (
        "Arrow: the move. Orange rings: what it takes. Nothing moves or takes along the board's diagonal lines. The sources disagree about some rules; these are the ones called <i>brunei-slide</i>. If you play several rounds, whoever took the last stones moves first in the next.",
        "Anak panah: langkah. Gelang jingga: yang dimakan. Tiada apa yang bergerak atau dimakan sepanjang garis pepenjuru papan. Sumber-sumber bercanggah tentang beberapa peraturan; ini yang dipanggil <i>brunei-slide</i>. Jika bermain beberapa pusingan, yang memakan buah terakhir bergerak dahulu dalam pusingan berikutnya.",
    ),
    # The score sheet.
    "score-foot": ("score sheet", "helaian markah"),
    "score": ("Score sheet", "Helaian markah"),
    "score-pattern": ("Pattern:", "Corak:"),
    "score-date": ("Date:", "Tarikh:"),
    "score-first": ("moves first", "bergerak dahulu"),
    "score-move": ("move", "langkah"),
    "score-points": ("points", "mata"),
    "score-sum": ("sum", "jumlah"),
    "score-about": (
        "Write a move as from–to: b2–c2; the first one is the letter of the column. At the end count the stones that you took. If the board is empty, both players together have 118: 120 without the two kas.",
        "Tulis langkah sebagai dari–ke: b2–c2; yang pertama ialah huruf lajur. Pada akhirnya kira buah yang anda makan. Jika papan kosong, kedua-dua pemain bersama ada 118: 120 tanpa dua ka.",
    ),
    "score-stuck": ("stuck (suntuk), so lost:", "suntuk, jadi kalah:"),
    "score-black": ("black stones", "buah hitam"),
    "score-white": ("white stones", "buah putih"),
    "score-all": ("points", "mata"),
    # Puzzles.
    "puzzles-foot": ("puzzles", "teka-teki"),
    "puzzles": ("Twelve puzzles", "Dua belas teka-teki"),
    "puzzles-about": (
        "The end of a game. Only one move keeps the win, or the draw. Who cannot move while stones are left loses. ★ easy, ★★ medium, ★★★ hard.",
        "Penghabisan permainan. Hanya satu langkah mengekalkan kemenangan, atau seri. Yang tidak dapat bergerak sedangkan masih ada buah, kalah. ★ mudah, ★★ sederhana, ★★★ sukar.",
    ),
    "puzzle-asks": ("Player {n} moves. Points: {one} (player 1), {two} (player 2).", "Giliran pemain {n}. Mata: {one} (pemain 1), {two} (pemain 2)."),
    "puzzle-win": ("Which move wins?", "Langkah mana yang menang?"),
    "puzzle-draw": ("Which move draws?", "Langkah mana yang seri?"),
    "solutions-foot": ("solutions", "jawapan"),
    "solutions": ("Solutions", "Jawapan"),
    "solutions-about": (
        "a4-a1xe1: the ka goes from a4 to a1 and takes (x) one stone to the east. n is towards row 11, e towards column k, s towards row 1, w towards column a. What follows is the best play of both, proved by computer.",
        "a4-a1xe1: ka bergerak dari a4 ke a1 dan memakan (x) satu buah ke arah timur. n ke arah baris 11, e ke arah lajur k, s ke arah baris 1, w ke arah lajur a. Seterusnya ialah permainan terbaik kedua-duanya, dibuktikan oleh komputer.",
    ),
    "solution-move": ("The ka goes from {origin} to {goal} and takes {n} {colour}: {points}.", "Ka bergerak dari {origin} ke {goal} dan memakan {n} buah {colour}: {points}."),
    "colour-b": ("black", "hitam"),
    "colour-w": ("white", "putih"),
    "solution-then": ("Then", "Kemudian"),
    "solution-stuck": ("Player {m} is stuck: player {n} wins ({one}–{two}).", "Pemain {m} suntuk: pemain {n} menang ({one}–{two})."),
    "solution-points": ("Player {n} wins, {one}–{two}.", "Pemain {n} menang, {one}–{two}."),
    "solution-draw": ("A draw, {one}–{two}.", "Seri, {one}–{two}."),
    # The lesson plan.
    "plan-foot": ("lesson plan", "rancangan pelajaran"),
    "plan": ("Pasang in 45 minutes", "Pasang dalam 45 minit"),
    "plan-about": (
        "For a class of 24, in 12 pairs. Pupils learn a traditional game of Brunei, play it, and ask with numbers whether it is fair. No prior knowledge.",
        "Untuk kelas 24 orang murid, dalam 12 pasangan. Murid belajar permainan tradisional Brunei, memainkannya, dan bertanya dengan angka sama ada ia adil. Tiada pengetahuan awal diperlukan.",
    ),
    "plan-prepare-head": ("Prepare", "Sediakan"),
    "plan-prepare": (
        "12 boards (A4; A3 for larger stones), 12 rules, 12 score sheets, 12 times the puzzles; the solutions once. | 12 bags with 60 dark and 60 light stones each, and two kas: buttons, beads or shells, or the sheet of stones cut out (at home, a pair a sheet). | The pattern cards once: print them double-sided, flipped on the long edge, and cut along the grey lines. | If there is a computer or a telephone: the page <i>pasang.html</i>, which needs no network.",
        "12 papan (A4; A3 untuk buah yang lebih besar), 12 peraturan, 12 helaian markah, 12 kali teka-teki; jawapan sekali sahaja. | 12 beg, setiap satu dengan 60 buah gelap dan 60 buah cerah, dan dua ka: butang, manik atau cangkerang, atau helaian buah yang digunting (di rumah, satu helaian bagi satu pasangan). | Kad corak sekali sahaja: cetak dua belah, balik pada sisi panjang, dan gunting pada garis kelabu. | Jika ada komputer atau telefon: laman <i>pasang.html</i>, yang tidak memerlukan rangkaian.",
    ),
    "plan-minutes-head": ("Minute by minute", "Minit demi minit"),
    "plan-tell": (
        "Show the board, the stones and two pattern cards. The stones belong to neither player. Black is worth 1 point, white 2. Ask: who has seen this game at home?",
        "Tunjukkan papan, buah dan dua kad corak. Buah itu bukan milik sesiapa. Hitam bernilai 1 mata, putih 2. Tanya: siapa pernah melihat permainan ini di rumah?",
    ),
    "plan-set-up": (
        "Each pair lays pattern 01 as in picture 1 of the rules: player 1 rows 1 to 5, player 2 rows 7 to 11, row 6 together. Check: column c of player 1 is black, black, white, white, white from row 1 up.",
        "Setiap pasangan menyusun corak 01 seperti gambar 1 peraturan: pemain 1 baris 1 hingga 5, pemain 2 baris 7 hingga 11, baris 6 bersama-sama. Semak: lajur c pemain 1 ialah hitam, hitam, putih, putih, putih dari baris 1 ke atas.",
    ),
    "plan-first": (
        "All together, with the rules in hand: player 1 takes column c, player 2 column j. Player 1: b2–c2 becomes the ka and takes d2, e2, f2, three black. Player 2: i10–j10 becomes the ka and takes k10, one white. Read pictures 4 to 8; for each ask: how many stones has this line?",
        "Bersama-sama, dengan peraturan di tangan: pemain 1 mengambil lajur c, pemain 2 lajur j. Pemain 1: b2–c2 menjadi ka dan memakan d2, e2, f2, tiga hitam. Pemain 2: i10–j10 menjadi ka dan memakan k10, satu putih. Baca gambar 4 hingga 8; bagi setiap satu tanya: berapa buah dalam baris ini?",
    ),
    "plan-play": (
        "The pairs play on. Between computers a game takes about 62 moves, those of both players counted: 17 seconds a move. A move that was not allowed is taken back. Who cannot move shows it to the class.",
        "Pasangan terus bermain. Antara komputer satu permainan mengambil kira-kira 62 langkah, dikira bagi kedua-dua pemain: 17 saat setiap langkah. Langkah yang tidak dibenarkan diundur. Yang suntuk menunjukkannya kepada kelas.",
    ),
    "plan-count": (
        "Count stones and points on the score sheet. Games that are not over are counted as they stand. On the blackboard: how many of the 12 did player 1 win, how many player 2?",
        "Kira buah dan mata pada helaian markah. Permainan yang belum tamat dikira setakat itu. Di papan hitam: daripada 12, berapa dimenangi pemain 1, berapa pemain 2?",
    ),
    "plan-ask": (
        "Is pattern 01 fair? Twelve games cannot tell: even if it is, one side wins 9 or more of 12 in about one class of seven. Turn card 01 over. Homework: puzzles 1 to 4.",
        "Adakah corak 01 adil? Dua belas permainan tidak dapat memastikannya: walaupun adil, satu pihak memenangi 9 atau lebih daripada 12 dalam kira-kira satu daripada tujuh kelas. Balikkan kad 01. Kerja rumah: teka-teki 1 hingga 4.",
    ),
    "plan-can-head": ("What pupils can say at the end", "Yang dapat dikatakan oleh murid pada akhirnya"),
    "plan-can": (
        "“I can take a line if its number of stones is odd, and I take the whole line.” | “Black counts 1, white counts 2; my score is …” | “Who cannot move is <i>suntuk</i> and loses, even with more points.” | “One class is too few games to say that a pattern is fair.”",
        "“Saya boleh memakan satu baris jika bilangan buahnya ganjil, dan saya memakan seluruh baris.” | “Hitam dikira 1, putih dikira 2; mata saya …” | “Yang tidak dapat bergerak ialah <i>suntuk</i> dan kalah, walaupun matanya lebih.” | “Satu kelas terlalu sedikit permainan untuk mengatakan bahawa satu corak adil.”",
    ),
    "plan-fair-head": ("A fair pattern of your own, with the page", "Corak adil anda sendiri, dengan laman itu"),
    "plan-fair-about": ("For the next lesson, 10 minutes a group:", "Untuk pelajaran berikutnya, 10 minit bagi setiap kumpulan:"),
    "plan-fair": (
        "Open <i>pasang.html</i> and choose <b>{page:tab-patterns}</b>, then <b>{page:tab-pattern}</b>. Under <b>{page:symmetry}</b> choose <i>{page:sym-full}</i>. Draw until the count says “{page:counts-even}”: 60 and 60. | Press <b>{page:fair-this}</b> and <b>{page:fair-go}</b>. After some seconds to minutes the answer for each level stands there, with its doubt. | If it says “{page:short-first}” or “{page:short-second}” for your level, change a few stones and ask again. | Keep it (<b>{page:keep-pattern}</b>), and draw it on the empty card.",
        "Buka <i>pasang.html</i> dan pilih <b>{page:tab-patterns}</b>, kemudian <b>{page:tab-pattern}</b>. Di bawah <b>{page:symmetry}</b> pilih <i>{page:sym-full}</i>. Lukis hingga kiraan menunjukkan “{page:counts-even}”: 60 dan 60. | Tekan <b>{page:fair-this}</b> dan <b>{page:fair-go}</b>. Selepas beberapa saat hingga minit jawapan bagi setiap tahap ada di situ, dengan keraguannya. | Jika jawapannya “{page:short-first}” atau “{page:short-second}” bagi tahap anda, ubah beberapa buah dan tanya lagi. | Simpan (<b>{page:keep-pattern}</b>), dan lukis pada kad kosong.",
    ),
    "plan-doubt": (
        "If you ask about many patterns, some look fair by luck: play the games of the best one again with the stronger crew. A pattern that favours one player, the first or the second, still makes a fair match: play two games and change sides. The cards use the games of all levels together, the page those of one.",
        "Jika anda bertanya tentang banyak corak, ada yang nampak adil secara kebetulan: mainkan semula yang terbaik dengan pasukan yang lebih kuat. Corak yang memihak kepada seorang pemain, yang pertama atau yang kedua, masih adil jika dimainkan dua kali: tukar pihak selepas permainan pertama. Kad memakai permainan semua tahap bersama, laman hanya yang satu. Teks bahasa Melayu ini belum disemak oleh penutur asli; pembetulan dialu-alukan.",
    ),
}
