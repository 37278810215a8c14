// SPDX-License-Identifier: LGPL-2.1-or-later
import java.net.Socket;

class Connect {
    public static void main(String[] args) throws Exception {
        new Socket(args[0], Integer.parseInt(args[1])).close();
    }
}
