/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The top-level domains that are not ASCII: those of the root zone of November 2026, and IANA's
 * eleven for tests, in ASCII form without xn--.
 */
static const char domains[] =
	" 0zwm56d 11b4c3d 11b5bs3a9aj6g 1ck2e1b 1qqw23a 2scrj9c 30rr7y 3bst00m 3ds443g "
	"3e0b707e 3hcrj9c 3pxu8k 42c2d9a 45br5cyl 45brj9c 45q11c 4dbrk0ce 4gbrim 54b7fta0cc "
	"55qw42g 55qx5d 5su34j936bgsg 5tzm5g 6frz82g 6qq986b3xl 80adxhks 80akhbyknj4f "
	"80ao21a 80aqecdr1a 80asehdb 80aswg 8y0a063a 90a3ac 90ae 90ais 9dbq2a 9et52u "
	"9krt00a 9t4b11yi5a b4w605ferd bck1b9a5dre4c c1avg c2br7g cck2b3b cckwcxetd cg4bki "
	"clchc0ea0b2g2a9gcd czr694b czrs0t czru2d d1acj3b d1alf deba0ad e1a4c eckvdtc9d "
	"efvy88h fct429k fhbei fiq228c5hs fiq64b fiqs8s fiqz9s fjq720a flw351e fpcrj9c3d "
	"fzc2c9e2c fzys8d69uvgm g2xx48c g6w251d gckr3f0f gecrj9c gk3at1e h2breg3eve h2brj9c "
	"h2brj9c8c hgbk6aj7f53bba hlcj6aya9esc7a hxt814e i1b6b1a6a2e imr513n io0a7i j1aef "
	"j1amh j6w193g jlq480n2rg jvr189m jxalpdlp kcrx77d1x4a kgbechtv kprw13d kpry57d "
	"kput3i l1acc lgbbat1ad8j mgb2ddes mgb9awbf mgba3a3ejt mgba3a4f16a mgba3a4fra "
	"mgba7c0bbn0a mgbaakc7dvf mgbaam7a8h mgbab2bd mgbah1a3hjkrd mgbai9a5eva00b "
	"mgbai9azgqp6j mgbayh7gpa mgbbh1a mgbbh1a71e mgbc0a9azcg mgbca7dzdo mgbcpq6gpa1a "
	"mgberp4a5d4a87g mgberp4a5d4ar mgbgu82a mgbi4ecexp mgbpl2fh mgbqly7c0a67fbc "
	"mgbqly7cvafr mgbt3dhd mgbtf8fl mgbtx2b mgbx4cd0ab mix082f mix891f mk1bu44c mxtq1m "
	"ngbc5azd ngbe9e0a ngbrx nnx388a node nqv7f nqv7fs00ema nyqy26a o3cw4h ogbpf8fl "
	"otu796d p1acf p1ai pgbs0dh pssy2u q7ce6a q9jyb4c qcka1pmc qxa6a qxam rhqv96g "
	"rovu88b rvc1e0am3e s9brj9c ses554g t60b56a tckwe tiq49xqyj unup4y "
	"vermgensberater-ctb vermgensberatung-pwb vhquv vuq861b w4r85el8fhu5dnra w4rs40l "
	"wgbh1c wgbl6a xhq521b xkc2al3hye2a xkc2dl3a5ee0h y9a3aq yfro4i67o ygbi2ammx zckzah "
	"zfr164b ";
